p.One
