//! What the generated enums of codes have in common, written once for all of them.

use crate::codes::code_ref::CodeRef;

/// An enum of codes. The macro finds a variant by its position.
#[doc(hidden)]
pub trait CodeEnum: Copy + Into<CodeRef> + 'static {
    /// All of them, sorted.
    const ALL: &'static [Self];
}

/// The methods of a generated enum of codes. Its variants are rows of the registry.
#[doc(hidden)]
#[macro_export]
macro_rules! code_enum {
    ($name:ident, $registry:path) => {
        impl $name {
            /// The code, `LAYER-AREA-TYPE-NNN`.
            pub fn as_str(self) -> &'static str {
                $crate::CodeRef::from(self).as_str()
            }

            /// What the registry says of it.
            pub fn entry(self) -> $crate::CodeEntry {
                $crate::CodeRef::from(self).entry()
            }

            fn from_row(code: $crate::CodeRef) -> ::core::result::Result<Self, $crate::ParseCodeError> {
                let number = |code: &Self| *code as u16;
                let found = Self::ALL.binary_search_by_key(&code.index(), number).map(|index| Self::ALL[index]);
                // A row of another registry is another code.
                found.ok().filter(|found| code == *found).ok_or_else($crate::ParseCodeError::new)
            }
        }

        impl $crate::__private::CodeEnum for $name {
            const ALL: &'static [Self] = $name::ALL;
        }

        impl ::core::convert::From<$name> for $crate::CodeRef {
            fn from(code: $name) -> Self {
                Self::row(&$registry, code as u16)
            }
        }

        impl ::core::convert::TryFrom<$crate::CodeRef> for $name {
            type Error = $crate::ParseCodeError;
            fn try_from(code: $crate::CodeRef) -> ::core::result::Result<Self, Self::Error> {
                Self::from_row(code)
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::ParseCodeError;
            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                Self::from_row($registry.find(text).ok_or_else($crate::ParseCodeError::new)?)
            }
        }

        impl ::core::cmp::PartialEq<$crate::CodeRef> for $name {
            fn eq(&self, other: &$crate::CodeRef) -> bool {
                $crate::CodeRef::from(*self) == *other
            }
        }

        impl ::core::cmp::PartialEq<$name> for $crate::CodeRef {
            fn eq(&self, other: &$name) -> bool {
                *self == $crate::CodeRef::from(*other)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $crate::code_serde!($name);
    };
}

/// The code as text, for programs that use serde.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "serde")]
macro_rules! code_serde {
    ($name:ident) => {
        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let text = <::std::string::String as $crate::__private::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::__private::serde::de::Error::custom)
            }
        }
    };
}

/// Without the feature `serde` there is nothing to implement.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "serde"))]
macro_rules! code_serde {
    ($name:ident) => {};
}
