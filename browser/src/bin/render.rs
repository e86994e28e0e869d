//! `render`: a page in, a picture out. Everything is in [`ashlar_browser::cli`].

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    ashlar_browser::cli::main()
}
