p.One
p.Two
