@Deprecated
package p;
