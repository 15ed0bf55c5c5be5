@Pk("y")
package q;

import p.Pk;
