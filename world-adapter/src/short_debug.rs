//! `Debug` of types that hold a handle or a file's content.

/// Implements `Debug` in one line that names the type and shows neither handles nor content.
macro_rules! short_debug {
    ($type:ty, $this:ident => $($shown:tt)+) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $this = self;
                write!(f, $($shown)+)
            }
        }
    };
}
