//! Tests that use the network together: a connection that one of them has opened is used by others, who open none.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;

use super::Project;

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nye";

/// A server that keeps its connections open, outside of the JVM of the tests; its port.
fn server() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for connection in listener.incoming() {
            let connection = connection.unwrap();
            thread::spawn(move || serve(connection));
        }
    });
    port
}

/// Answers each question, which ends with an empty line.
fn serve(mut connection: TcpStream) {
    let asked = BufReader::new(connection.try_clone().unwrap());
    for line in asked.lines() {
        let Ok(line) = line else { return };
        if line.is_empty() && connection.write_all(ANSWER).is_err() {
            return;
        }
    }
}

fn test(name: &str, body: &str) -> String {
    format!(
        "public class {name} {{ @org.junit.Test public void t() throws Exception {{ {body} }} }}"
    )
}

#[test]
fn who_uses_a_connection_that_an_earlier_test_has_opened_runs_always() {
    let port = server();
    let ask = format!(
        "try (java.io.InputStream in = new java.net.URL(\"http://127.0.0.1:{port}/\").openStream()) {{
            byte[] said = new byte[8];
            int length = 0;
            for (int n; (n = in.read(said, length, 8 - length)) > 0; ) {{ length += n; }}
            org.junit.Assert.assertEquals(\"ye\", new String(said, 0, length));
        }}"
    );
    let (one, other) = (test("ATest", &ask), test("BTest", &ask));
    let bystander = test("CTest", "org.junit.Assert.assertEquals(5, Calc.add(2, 3));");
    let open = format!(
        "java.net.Socket socket = new java.net.Socket(\"127.0.0.1\", {port});
        Kept.ENDS[0] = new java.io.PrintWriter(socket.getOutputStream(), true);
        Kept.ENDS[1] = new java.io.BufferedReader(new java.io.InputStreamReader(socket.getInputStream()));"
    );
    // Names nothing that has to do with the network.
    let talk = "((java.io.PrintWriter) Kept.ENDS[0]).print(\"\\n\");
        ((java.io.PrintWriter) Kept.ENDS[0]).flush();
        String said = ((java.io.BufferedReader) Kept.ENDS[1]).readLine();
        org.junit.Assert.assertEquals(\"HTTP/1.1 200 OK\", said);";
    let project = Project::of(&[
        ("Calc", super::CALC),
        ("Kept", "class Kept { static final Object[] ENDS = new Object[2]; }"),
        ("ATest", &one),
        ("BTest", &other),
        ("CTest", &bystander),
        ("DTest", &test("DTest", &open)),
        ("ETest", &test("ETest", talk)),
    ]);
    assert_eq!(project.ran(&[]), ["ATest", "BTest", "CTest", "DTest", "ETest"]);
    assert_eq!(project.selected(&[]), ["ATest", "BTest", "DTest", "ETest"]);
    assert_eq!(project.reason("BTest"), "opaque");
    assert_eq!(project.reason("ETest"), "opaque");
}
