p.One2
