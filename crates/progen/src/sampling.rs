//! Some of many.

/// Which of a list are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// At most so many.
    pub most: Option<usize>,
    /// Every so manieth, from the first on; with a seed, the first one is drawn.
    pub stride: usize,
    /// Draws, instead of taking the first ones.
    pub seed: Option<u64>,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { most: None, stride: 1, seed: None }
    }
}

impl Sampling {
    /// The places that are taken of a list of that length, ascending.
    pub fn places(&self, length: usize) -> Vec<usize> {
        let stride = self.stride.max(1);
        let mut random = self.seed.map(fastrand::Rng::with_seed);
        let first = match &mut random {
            Some(random) if length > 0 => random.usize(..stride.min(length)),
            Some(_) | None => 0,
        };
        let mut places: Vec<usize> = (first..length).step_by(stride).collect();
        let most = self.most.unwrap_or(places.len());
        if let Some(random) = &mut random
            && most < places.len()
        {
            random.shuffle(&mut places);
            places.truncate(most);
            places.sort_unstable();
        }
        places.truncate(most);
        places
    }

    /// Those of a list that are taken.
    pub fn of<T>(&self, all: Vec<T>) -> Vec<T> {
        let places = self.places(all.len());
        let mut wanted = places.into_iter().peekable();
        let is_wanted = |(place, _): &(usize, T)| wanted.next_if_eq(place).is_some();
        all.into_iter().enumerate().filter(is_wanted).map(|(_, each)| each).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stride_takes_every_so_manieth() {
        let sampling = Sampling { stride: 25, ..Sampling::default() };
        assert_eq!(sampling.places(60), [0, 25, 50]);
        assert_eq!(Sampling { most: Some(2), ..sampling }.places(60), [0, 25]);
        assert_eq!(sampling.places(0), [0; 0]);
    }

    #[test]
    fn a_seed_draws_the_same_again() {
        let sampling = Sampling { most: Some(5), stride: 3, seed: Some(11) };
        let places = sampling.places(1_000);
        assert_eq!(places, sampling.places(1_000));
        assert_eq!(places.len(), 5);
        assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
        assert_ne!(places, Sampling { seed: Some(12), ..sampling }.places(1_000));
    }

    #[test]
    fn what_is_taken_of_a_list_is_at_those_places() {
        let sampling = Sampling { stride: 4, ..Sampling::default() };
        assert_eq!(sampling.of((0..10).collect()), [0, 4, 8]);
    }
}
