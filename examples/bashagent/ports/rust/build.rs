//! Prints the prompt of a cell: build CELL. A String would have to be UTF-8, so every value is a vector of bytes.

use std::io::{self, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{env, fs, process};

type Bytes = Vec<u8>;

struct Cell(PathBuf);

impl Cell {
    fn read(&self, name: impl AsRef<Path>) -> io::Result<Bytes> {
        fs::read(self.0.join(name))
    }

    fn input(&self, name: &str) -> io::Result<Bytes> {
        self.read(Path::new("inputs").join(name))
    }

    fn lines(&self, name: &str) -> io::Result<Vec<String>> {
        let text = fs::read_to_string(self.0.join(name))?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// The folders of a list's items, in its order.
    fn items(&self, list: &str) -> impl Iterator<Item = Cell> {
        let list = self.0.join("inputs").join(list);
        (0..)
            .map(move |i: usize| list.join(i.to_string()))
            .take_while(|item| item.is_dir())
            .map(Cell)
    }

    /// A text of the catalog, in the first locale that has it.
    fn text(&self, section: &str) -> io::Result<Bytes> {
        for locale in self.lines("locales")? {
            let dir = Path::new("texts").join(locale).join(section);
            if self.0.join(&dir).is_dir() {
                return self.pieces(&dir);
            }
        }
        Ok(Bytes::new())
    }

    fn pieces(&self, dir: &Path) -> io::Result<Bytes> {
        let mut out = Bytes::new();
        for i in 0.. {
            let at = |kind: &str| dir.join(format!("{i}.{kind}"));
            if let Ok(piece) = self.read(at("text")).or_else(|_| self.read(at("tool"))) {
                out.extend(piece);
            } else if let Ok(name) = fs::read_to_string(self.0.join(at("input"))) {
                out.extend(self.input(&name)?);
            } else {
                break;
            }
        }
        Ok(out)
    }

    fn instruction_files(&self) -> io::Result<Bytes> {
        let mut files = Vec::new();
        for name in ["global", "project"] {
            let content = stripped(self.input(&format!("{name}_instructions"))?);
            files.extend(tagged("instruction-file", name.as_bytes(), &content));
        }
        Ok(files.join(&b"\n"[..]))
    }

    fn skill_index(&self) -> io::Result<Bytes> {
        let mut lines = Vec::new();
        for skill in self.items("skills") {
            lines.push([b"- ", &escaped(&skill.read("name")?)[..], b": ", &escaped(&skill.read("summary")?)].concat());
        }
        Ok(lines.join(&b"\n"[..]))
    }

    fn selected_skills(&self) -> io::Result<Bytes> {
        let mut skills = Vec::new();
        for skill in self.items("selected_skills") {
            let body = stripped(skill.read("body")?);
            let content = [b"Base directory: ", &skill.read("dir")?[..], b"\n\n", &body].concat();
            skills.extend(tagged("skill", &skill.read("name")?, &content));
        }
        Ok(skills.join(&b"\n"[..]))
    }

    /// A section with its tag, or nothing where it holds nothing.
    fn section(&self, name: &str) -> io::Result<Option<Bytes>> {
        let (tag, content) = match name {
            "identity" => ("agent-identity", self.text(name)?),
            "environment" => ("environment", self.text(name)?),
            "rules" => ("rules", self.text(name)?),
            "using_tools" => ("using-your-tools", self.text(name)?),
            "sub_agents" => ("sub-agent-guidance", self.text(name)?),
            "todo" => ("todo-guidance", self.text(name)?),
            "plan_lifecycle" => ("plan-lifecycle-guidance", self.text(name)?),
            "instruction_files" => ("instruction-files", self.instruction_files()?),
            "skill_index" => ("skill-index", self.skill_index()?),
            "selected_skills" => ("selected-skills", self.selected_skills()?),
            "current_plan" => return Ok(tagged("current-plan", &self.input("plan_file")?, &self.input("plan")?)),
            "context_snapshot" => ("context-snapshot", self.input("context")?),
            "output_language" => ("output-language", self.text(name)?),
            _ => return Err(Error::new(ErrorKind::InvalidData, format!("unknown section {name}"))),
        };
        Ok(tagged(tag, b"", &content))
    }

    fn prompt(&self) -> io::Result<Bytes> {
        let mut sections = Vec::new();
        for name in self.lines("sections")? {
            sections.extend(self.section(&name)?);
        }
        Ok(sections.join(&self.read("separator")?[..]))
    }
}

fn tagged(tag: &str, name: &[u8], content: &[u8]) -> Option<Bytes> {
    if content.is_empty() {
        return None;
    }
    let mut out = format!("<{tag}").into_bytes();
    if !name.is_empty() {
        out.extend([b" name=\"", &escaped(name)[..], b"\""].concat());
    }
    out.extend([b">\n", content, format!("\n</{tag}>").as_bytes()].concat());
    Some(out)
}

fn stripped(mut content: Bytes) -> Bytes {
    while content.last() == Some(&b'\n') {
        content.pop();
    }
    content
}

fn escaped(name: &[u8]) -> Bytes {
    let mut out = Bytes::with_capacity(name.len());
    for &byte in name {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', byte]),
            0x08 => out.extend(b"\\b"),
            0x0c => out.extend(b"\\f"),
            b'\n' => out.extend(b"\\n"),
            b'\r' => out.extend(b"\\r"),
            b'\t' => out.extend(b"\\t"),
            _ => out.push(byte),
        }
    }
    out
}

fn main() {
    let Some(dir) = env::args_os().nth(1) else {
        eprintln!("build: want the folder of a cell");
        process::exit(2);
    };
    if let Err(err) = Cell(dir.into()).prompt().and_then(|system| io::stdout().write_all(&system)) {
        eprintln!("build: {err}");
        process::exit(1);
    }
}
