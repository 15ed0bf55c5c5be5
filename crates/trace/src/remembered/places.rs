//! Sets of tests of one machine, by their places in the order of its executions.

/// Such a set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Places {
    words: Vec<u64>,
}

impl Places {
    pub(super) fn insert(&mut self, place: usize) {
        let (word, bit) = (place / 64, place % 64);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        if let Some(word) = self.words.get_mut(word) {
            *word |= 1 << bit;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Those that are in both.
    pub(super) fn and(&self, others: &Self) -> Self {
        let words = self.words.iter().zip(&others.words).map(|(one, other)| one & other);
        Self { words: words.collect() }
    }

    /// Whether some are in both.
    pub(super) fn has_some_of(&self, others: &Self) -> bool {
        self.words.iter().zip(&others.words).any(|(one, other)| one & other != 0)
    }

    /// Takes others in; those that are new.
    pub(super) fn take(&mut self, others: &Self) -> Self {
        if self.words.len() < others.words.len() {
            self.words.resize(others.words.len(), 0);
        }
        let mut new = Self { words: Vec::with_capacity(others.words.len()) };
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            new.words.push(other & !*word);
            *word |= other;
        }
        new
    }

    /// Their places, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let set = |(number, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word & (1 << bit) != 0).map(move |bit| number * 64 + bit)
        };
        self.words.iter().enumerate().flat_map(set)
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    fn set(places: &[usize]) -> Places {
        let mut set = Places::default();
        places.iter().for_each(|place| set.insert(*place));
        set
    }

    #[test]
    fn taking_in_tells_what_is_new() {
        let mut known = set(&[1, 63]);
        let new = known.take(&set(&[1, 64, 200]));
        assert_eq!(new.iter().collect::<Vec<_>>(), [64, 200]);
        assert_eq!(known.iter().collect::<Vec<_>>(), [1, 63, 64, 200]);
        assert!(known.take(&set(&[63])).is_empty());
    }

    #[test]
    fn what_both_have_may_be_nothing() {
        assert_eq!(set(&[3, 70]).and(&set(&[70])), set(&[70]));
        assert!(set(&[3, 70]).has_some_of(&set(&[70])));
        assert!(!set(&[3, 70]).has_some_of(&set(&[4, 71, 200])));
        assert!(set(&[3, 70]).and(&set(&[4])).is_empty());
        assert!(set(&[]).and(&set(&[4])).is_empty());
    }
}
