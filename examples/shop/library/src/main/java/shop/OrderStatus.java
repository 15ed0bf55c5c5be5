package shop;

import java.util.EnumSet;
import java.util.Set;

/** Where an order stands, and where it may go from there. */
public enum OrderStatus {
    PLACED {
        @Override
        public Set<OrderStatus> next() {
            return EnumSet.of(PAID, CANCELLED);
        }
    },
    PAID {
        @Override
        public Set<OrderStatus> next() {
            return EnumSet.of(SENT, CANCELLED);
        }

        @Override
        public boolean isMoneyInHand() {
            return true;
        }
    },
    SENT {
        @Override
        public Set<OrderStatus> next() {
            return EnumSet.noneOf(OrderStatus.class);
        }

        @Override
        public boolean isMoneyInHand() {
            return true;
        }
    },
    CANCELLED {
        @Override
        public Set<OrderStatus> next() {
            return EnumSet.noneOf(OrderStatus.class);
        }
    };

    public abstract Set<OrderStatus> next();

    public boolean isMoneyInHand() {
        return false;
    }
}
