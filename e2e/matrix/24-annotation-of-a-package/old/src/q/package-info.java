@Pk("x")
package q;

import p.Pk;
