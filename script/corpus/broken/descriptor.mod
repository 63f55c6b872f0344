name="x
tags={ "a"
version=1
