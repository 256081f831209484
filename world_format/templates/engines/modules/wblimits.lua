-- The largest range in which every whole number has a float of its own.
return {maxdouble = 2 ^ 53, mindouble = -(2 ^ 53)}
