//! Even a hand-written implementation cannot put a bare string on the wire.
use reply_kit::DataWriter;

struct Sneaky(String);

fn write(sneaky: &Sneaky, out: &mut DataWriter) {
    out.text(&sneaky.0);
}

fn main() {}
