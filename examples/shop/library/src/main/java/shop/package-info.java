/** A small shop: what it sells, what customers put in their carts, and what they pay. */
@Label("shop")
package shop;

import shop.meta.Label;
