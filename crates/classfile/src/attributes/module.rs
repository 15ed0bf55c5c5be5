//! A module's declaration (JVMS 4.7.25).

use crate::cursor::Cursor;
use crate::error::Result;
use crate::record::{Records, record};

record! {
    /// A module that is required.
    Requires {
        /// Pool index of the module.
        module,
        /// `transitive`, `static`, `synthetic`, `mandated`.
        flags,
        /// Pool index of the version it was compiled against, 0 for none.
        version,
    }
}

/// A package that is exported or opened, and to which modules.
#[derive(Debug, Clone, Copy)]
pub struct Offered<'a> {
    /// Pool index of the package.
    pub package: u16,
    /// `synthetic`, `mandated`.
    pub flags: u16,
    /// Pool indices of the modules it is offered to; none means all.
    pub to: Records<'a, u16>,
}

/// A service and the classes that provide it.
#[derive(Debug, Clone, Copy)]
pub struct Provides<'a> {
    /// Pool index of the service interface.
    pub service: u16,
    /// Pool indices of the implementations, in order.
    pub with: Records<'a, u16>,
}

/// The contents of a `Module` attribute.
#[derive(Debug, Clone)]
pub struct Module<'a> {
    /// Pool index of the module's name.
    pub name: u16,
    /// `open`, `synthetic`, `mandated`.
    pub flags: u16,
    /// Pool index of the version, 0 for none.
    pub version: u16,
    /// Modules it requires.
    pub requires: Records<'a, Requires>,
    /// Packages it exports.
    pub exports: Vec<Offered<'a>>,
    /// Packages it opens to reflection.
    pub opens: Vec<Offered<'a>>,
    /// Pool indices of the services it uses.
    pub uses: Records<'a, u16>,
    /// Services it provides.
    pub provides: Vec<Provides<'a>>,
}

impl<'a> Module<'a> {
    pub(crate) fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        Ok(Self {
            name: cursor.u2()?,
            flags: cursor.u2()?,
            version: cursor.u2()?,
            requires: cursor.table()?,
            exports: offered(cursor)?,
            opens: offered(cursor)?,
            uses: cursor.table()?,
            provides: provides(cursor)?,
        })
    }
}

fn offered<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<Offered<'a>>> {
    let count = cursor.u2()?;
    (0..count)
        .map(|_| Ok(Offered { package: cursor.u2()?, flags: cursor.u2()?, to: cursor.table()? }))
        .collect()
}

fn provides<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<Provides<'a>>> {
    let count = cursor.u2()?;
    (0..count).map(|_| Ok(Provides { service: cursor.u2()?, with: cursor.table()? })).collect()
}
