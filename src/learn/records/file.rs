//! Files of games.

use super::Game;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"PHAOGAME";
const VERSION: u16 = 1;
const HEADER_SIZE: usize = 32;

/// What a file says of the run that made it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Header {
    /// The seed of the run; 0 if the file holds games of several.
    pub seed: u64,
    /// Nodes a move; 0 if the file holds games of several runs.
    pub nodes: u32,
}

/// What is wrong with a file of games.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is something else.
    #[error("{} is no file of games", .0.display())]
    Foreign(PathBuf),
    /// The file is of a later version.
    #[error("{} is of version {version}; this program reads version {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u16,
    },
    /// A run is to go on in the file of another.
    #[error("{} was made with seed {} and {} nodes", path.display(), header.seed, header.nodes)]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What it was made with.
        header: Header,
    },
}

/// How a file ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// After a whole game.
    Whole,
    /// In the midst of a game, as when a run was killed while it wrote.
    CutOff {
        /// Where that game begins, in bytes from the start of the file.
        at: u64,
    },
    /// With a game whose check sum is wrong; what follows cannot be read.
    Damaged {
        /// Where that game begins, in bytes from the start of the file.
        at: u64,
    },
}

impl Header {
    fn bytes(self) -> [u8; HEADER_SIZE] {
        let mut bytes = [0; HEADER_SIZE];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.seed.to_le_bytes());
        bytes
    }

    fn parse(bytes: &[u8; HEADER_SIZE], path: &Path) -> Result<Self, RecordError> {
        if bytes[..8] != MAGIC {
            return Err(RecordError::Foreign(path.to_owned()));
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(RecordError::Version { path: path.to_owned(), version });
        }
        let mut seed = [0; 8];
        seed.copy_from_slice(&bytes[16..24]);
        let nodes = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]);
        Ok(Self { seed: u64::from_le_bytes(seed), nodes })
    }
}

/// Reads games one by one.
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    header: Header,
    /// Where the next game begins.
    offset: u64,
    tail: Tail,
    buffer: Vec<u8>,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be read or is no file of games.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let file = File::open(path).map_err(|error| io_error(path, error))?;
        Self::new(path, file)
    }

    fn new(path: &Path, file: File) -> Result<Self, RecordError> {
        let mut input = BufReader::with_capacity(1 << 16, file);
        let mut bytes = [0; HEADER_SIZE];
        input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => RecordError::Foreign(path.to_owned()),
            _ => io_error(path, error),
        })?;
        let header = Header::parse(&bytes, path)?;
        let offset = HEADER_SIZE as u64;
        Ok(Self { path: path.to_owned(), input, header, offset, tail: Tail::Whole, buffer: Vec::new() })
    }

    /// What the file says of its making.
    pub const fn header(&self) -> Header {
        self.header
    }

    /// How the file ends; known once [`Reader::next_game`] has found no more.
    pub const fn tail(&self) -> Tail {
        self.tail
    }

    /// The next game; `None` at the end of what can be read.
    ///
    /// # Errors
    /// When the system cannot read on.
    pub fn next_game(&mut self) -> Result<Option<Game>, RecordError> {
        self.read_game().map_err(|error| io_error(&self.path, error))
    }

    fn read_game(&mut self) -> io::Result<Option<Game>> {
        if self.tail != Tail::Whole {
            return Ok(None);
        }
        let at = self.offset;
        let mut prefix = [0; Game::PREFIX];
        let read = read_up_to(&mut self.input, &mut prefix)?;
        if read < Game::PREFIX {
            if read > 0 {
                self.tail = Tail::CutOff { at };
            }
            return Ok(None);
        }
        let size = Game::encoded_size(prefix);
        self.buffer.clear();
        self.buffer.extend(prefix);
        self.buffer.resize(size, 0);
        if read_up_to(&mut self.input, &mut self.buffer[Game::PREFIX..])? < size - Game::PREFIX {
            self.tail = Tail::CutOff { at };
            return Ok(None);
        }
        let game = Game::decode(&self.buffer);
        match game {
            Some(_) => self.offset += size as u64,
            None => self.tail = Tail::Damaged { at },
        }
        Ok(game)
    }
}

/// Reads until the buffer is full or the input ends; the bytes read.
fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Appends games; each is written whole and at once.
pub struct Writer {
    path: PathBuf,
    output: File,
    buffer: Vec<u8>,
    games: u64,
    next_number: u32,
}

impl Writer {
    /// A new file; one that exists is written over.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path, header: Header) -> Result<Self, RecordError> {
        let create = || {
            let mut output = File::create(path)?;
            output.write_all(&header.bytes())?;
            Ok(output)
        };
        let output = create().map_err(|error| io_error(path, error))?;
        Ok(Self { path: path.to_owned(), output, buffer: Vec::new(), games: 0, next_number: 0 })
    }

    /// Goes on in a file, after its last whole game; a new one if there is none.
    ///
    /// # Errors
    /// When it cannot be read or written, or belongs to another run.
    pub fn resume(path: &Path, header: Header) -> Result<Self, RecordError> {
        let in_error = |error| io_error(path, error);
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::create(path, header),
            Err(error) => return Err(in_error(error)),
            Ok(file) => file,
        };
        if file.metadata().map_err(in_error)?.len() < HEADER_SIZE as u64 {
            return Err(RecordError::Foreign(path.to_owned()));
        }
        let mut reader = Reader::new(path, file.try_clone().map_err(in_error)?)?;
        if reader.header != header {
            return Err(RecordError::OtherRun { path: path.to_owned(), header: reader.header });
        }
        let (mut games, mut next_number) = (0, 0);
        while let Some(game) = reader.next_game()? {
            games += 1;
            next_number = next_number.max(game.number.saturating_add(1));
        }
        let mut output = file;
        output.set_len(reader.offset).map_err(in_error)?;
        output.seek(SeekFrom::End(0)).map_err(in_error)?;
        Ok(Self { path: path.to_owned(), output, buffer: Vec::new(), games, next_number })
    }

    /// How many games the file holds.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// A number that no game of the file has yet.
    pub const fn next_number(&self) -> u32 {
        self.next_number
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, game: &Game) -> Result<(), RecordError> {
        self.buffer.clear();
        game.encode(&mut self.buffer);
        self.output.write_all(&self.buffer).map_err(|error| io_error(&self.path, error))?;
        self.games += 1;
        self.next_number = self.next_number.max(game.number.saturating_add(1));
        Ok(())
    }
}

fn io_error(path: &Path, error: io::Error) -> RecordError {
    RecordError::Io { path: path.to_owned(), error }
}

/// Reads all games of several files, and what is said of tails that are not whole.
///
/// # Errors
/// When a file cannot be read or is no file of games.
pub fn read_all(paths: &[PathBuf]) -> Result<(Vec<Game>, Vec<String>), RecordError> {
    let (mut games, mut warnings) = (Vec::new(), Vec::new());
    for path in paths {
        let mut reader = Reader::open(path)?;
        while let Some(game) = reader.next_game()? {
            games.push(game);
        }
        match reader.tail() {
            Tail::Whole => {}
            Tail::CutOff { at } => {
                warnings.push(format!("{}: the last game is cut off at byte {at}", path.display()));
            }
            Tail::Damaged { at } => {
                warnings.push(format!("{}: damaged from byte {at} on", path.display()));
            }
        }
    }
    Ok((games, warnings))
}

/// Writes a file of games of several runs, first under another name, so that it is there whole or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn write_all<'a>(path: &Path, games: impl IntoIterator<Item = &'a Game>) -> Result<u64, RecordError> {
    let temporary = path.with_extension("tmp");
    let mut writer = Writer::create(&temporary, Header::default())?;
    for game in games {
        writer.append(game)?;
    }
    std::fs::rename(&temporary, path).map_err(|error| io_error(path, error))?;
    Ok(writer.games())
}
