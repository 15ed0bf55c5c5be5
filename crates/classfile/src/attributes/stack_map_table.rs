//! Stack maps (JVMS 4.7.4): the types of locals and operands at branch targets.

use super::{RawAttribute, unknown_kind};
use crate::cursor::Cursor;
use crate::error::{ReadError, Result};

/// The type of a local variable or operand, as the verifier sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the JVMS, table 4.7.4-A")]
pub enum VerificationType {
    Top,
    Integer,
    Float,
    Double,
    Long,
    Null,
    UninitializedThis,
    /// Pool index of the class.
    Object(u16),
    /// Offset of the `new` instruction that made it.
    Uninitialized(u16),
}

/// A list of types, decoded as it is iterated.
#[derive(Debug, Clone, Copy)]
pub struct VerificationTypes<'a> {
    types: Cursor<'a>,
    count: u16,
}

impl<'a> VerificationTypes<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The types, in order.
    pub fn iter(&self) -> impl Iterator<Item = VerificationType> + use<'a> {
        let mut cursor = self.types;
        // All types were read once when the list was made, so reading cannot fail.
        (0..self.count).map_while(move |_| VerificationType::read(&mut cursor).ok())
    }

    fn read(cursor: &mut Cursor<'a>, count: u16) -> Result<Self> {
        let types = *cursor;
        for _ in 0..count {
            VerificationType::read(cursor)?;
        }
        Ok(Self { types, count })
    }
}

/// The difference of a frame to the one before it.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the names are those of the JVMS, section 4.7.4")]
pub enum FrameKind<'a> {
    /// `extended` tells the long form of the same thing.
    Same {
        extended: bool,
    },
    SameLocals1 {
        extended: bool,
        stack: VerificationType,
    },
    /// So many locals less, 1 to 3.
    Chop(u8),
    Append(VerificationTypes<'a>),
    Full {
        locals: VerificationTypes<'a>,
        stack: VerificationTypes<'a>,
    },
}

/// A frame.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// Distance to the frame before, less one, except for the first frame.
    pub offset_delta: u16,
    /// What it says.
    pub kind: FrameKind<'a>,
}

/// The frames of a method, decoded as they are iterated.
#[derive(Debug, Clone, Copy)]
pub struct StackMapTable<'a> {
    frames: Cursor<'a>,
    count: u16,
}

impl<'a> StackMapTable<'a> {
    /// Checks that the frames fill the attribute.
    pub(crate) fn read(mut cursor: Cursor<'a>) -> Result<Self> {
        let count = cursor.u2()?;
        let frames = cursor;
        for _ in 0..count {
            Frame::read(&mut cursor)?;
        }
        cursor.finish("the end of the attribute")?;
        Ok(Self { frames, count })
    }

    /// The frames of an attribute that is known to be a stack map, each checked when it is reached: for those who go
    /// through them once.
    pub fn frames(raw: &RawAttribute<'a>) -> Frames<'a> {
        let mut cursor = raw.cursor();
        match cursor.u2() {
            Ok(0) => {
                let error = cursor.finish("the end of the attribute").err();
                Frames { cursor, left: 0, error }
            }
            Ok(count) => Frames { cursor, left: count, error: None },
            Err(error) => Frames { cursor, left: 0, error: Some(error) },
        }
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The frames, in order.
    pub fn iter(&self) -> impl Iterator<Item = Frame<'a>> + use<'a> {
        let mut cursor = self.frames;
        // All frames were read once when the table was made, so reading cannot fail.
        (0..self.count).map_while(move |_| Frame::read(&mut cursor).ok())
    }
}

/// Frames that are checked as they are iterated. The last item is an error if they do not fill the attribute.
#[derive(Debug)]
pub struct Frames<'a> {
    cursor: Cursor<'a>,
    left: u16,
    error: Option<ReadError>,
}

impl<'a> Iterator for Frames<'a> {
    type Item = Result<Frame<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return self.error.take().map(Err);
        }
        self.left = self.left.saturating_sub(1);
        let frame = Frame::read(&mut self.cursor);
        if frame.is_err() {
            self.left = 0;
        } else if self.left == 0 {
            self.error = self.cursor.finish("the end of the attribute").err();
        }
        Some(frame)
    }
}

impl<'a> Frame<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let offset = cursor.offset();
        let tag = cursor.u1()?;
        let short = u16::from(tag & 0x3f);
        let (offset_delta, kind) = match tag {
            0..=63 => (short, FrameKind::Same { extended: false }),
            64..=127 => {
                let stack = VerificationType::read(cursor)?;
                (short, FrameKind::SameLocals1 { extended: false, stack })
            }
            247 => {
                let delta = cursor.u2()?;
                let stack = VerificationType::read(cursor)?;
                (delta, FrameKind::SameLocals1 { extended: true, stack })
            }
            248..=250 => (cursor.u2()?, FrameKind::Chop(251_u8.saturating_sub(tag))),
            251 => (cursor.u2()?, FrameKind::Same { extended: true }),
            252..=254 => {
                let delta = cursor.u2()?;
                let count = u16::from(tag.saturating_sub(251));
                (delta, FrameKind::Append(VerificationTypes::read(cursor, count)?))
            }
            255 => {
                let delta = cursor.u2()?;
                let count = cursor.u2()?;
                let locals = VerificationTypes::read(cursor, count)?;
                let count = cursor.u2()?;
                let stack = VerificationTypes::read(cursor, count)?;
                (delta, FrameKind::Full { locals, stack })
            }
            unknown => {
                return Err(unknown_kind(offset, "a frame type (0–127, 247–255)", unknown));
            }
        };
        Ok(Self { offset_delta, kind })
    }
}

impl VerificationType {
    #[inline]
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let offset = cursor.offset();
        Ok(match cursor.u1()? {
            0 => Self::Top,
            1 => Self::Integer,
            2 => Self::Float,
            3 => Self::Double,
            4 => Self::Long,
            5 => Self::Null,
            6 => Self::UninitializedThis,
            7 => Self::Object(cursor.u2()?),
            8 => Self::Uninitialized(cursor.u2()?),
            unknown => return Err(unknown_kind(offset, "a verification type (0–8)", unknown)),
        })
    }
}
