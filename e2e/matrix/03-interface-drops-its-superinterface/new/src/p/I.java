package p;

interface I {}
