package p;

interface Named extends CharSequence {}
