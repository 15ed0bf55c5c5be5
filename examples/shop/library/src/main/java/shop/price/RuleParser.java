package shop.price;

import java.util.ArrayList;
import java.util.List;

/** Reads rules as the shop keeper writes them: {@code percent 10; bulk 5 20; loyalty 3}. */
public class RuleParser {
    private final List<String> ignored = new ArrayList<>();

    /** All rules of the text, one after the other; reading stops at the word {@code end}. */
    public PriceRule parse(String text) {
        List<PriceRule> rules = new ArrayList<>();
        clauses:
        for (String clause : text.split(";")) {
            String[] words = clause.trim().split("\\s+");
            for (String word : words) {
                if (word.startsWith("#")) {
                    ignored.add(clause.trim());
                    continue clauses;
                }
                if (word.equals("end")) {
                    break clauses;
                }
            }
            rules.add(rule(words));
        }
        return PriceRules.chain(rules.toArray(new PriceRule[0]));
    }

    /** The clauses that were switched off with a hash sign. */
    public List<String> ignored() {
        return ignored;
    }

    private static PriceRule rule(String[] words) {
        switch (words[0]) {
            case "percent":
                return new PercentDiscount(number(words, 1));
            case "bulk":
                return new BulkDiscount((int) number(words, 1), number(words, 2));
            case "loyalty":
                return new LoyaltyDiscount((int) number(words, 1));
            case "ladder":
                return PriceRules.ladder((int) number(words, 1));
            case "staff":
                return PriceRules.staff();
            case "":
            case "none":
                return PriceRule.none();
            default:
                throw new IllegalArgumentException("no such rule: `" + words[0] + "`");
        }
    }

    private static double number(String[] words, int index) {
        try {
            return Double.parseDouble(words[index]);
        } catch (ArrayIndexOutOfBoundsException | NumberFormatException cause) {
            throw new IllegalArgumentException("`" + words[0] + "` needs a number as word " + index, cause);
        }
    }
}
