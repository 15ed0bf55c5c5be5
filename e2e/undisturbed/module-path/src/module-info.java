module m { }
