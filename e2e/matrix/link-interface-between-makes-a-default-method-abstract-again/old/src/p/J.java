package p;

interface J extends I {}
