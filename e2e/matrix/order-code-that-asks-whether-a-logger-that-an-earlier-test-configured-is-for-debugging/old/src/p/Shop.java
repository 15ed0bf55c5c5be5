package p;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class Shop {
    static int price(String text) {
        Logger log = LoggerFactory.getLogger(Shop.class);
        if (log.isDebugEnabled()) {
            log.debug("price of {}", text.trim());
        }
        return text == null ? 0 : 1;
    }
}
