// Lists well-known Rust crates.

export const crateNames = `
  actix actix-web addr2line adler aes ahash aho-corasick allocator-api2 ansi_term anstream anstyle anyhow arbitrary arc-swap
  argon2 array-init arrayvec arrow askama assert_cmd assert_fs async-channel async-compression async-graphql async-io async-lock
  async-recursion async-std async-stream async-trait atty autocfg aws-config aws-sdk-s3 axum axum-core backtrace base64 bcrypt
  bevy bincode bindgen bit-set bit-vec bitflags bitvec blake2 blake3 block-buffer bollard brotli bstr bumpalo bytemuck byteorder
  bytes bytesize camino cargo cargo-util cargo_metadata cc cfg-if cfg_aliases chrono chrono-tz ciborium cipher clap clap_builder
  clap_complete clap_derive clap_lex cmake color-eyre colorchoice colored comfy-table compact_str concurrent-queue config console
  const-oid cookie core-foundation cpufeatures crc crc32fast criterion crossbeam crossbeam-channel crossbeam-deque
  crossbeam-epoch crossbeam-queue crossbeam-utils crossterm crypto-common csv csv-core ctor ctrlc curl darling dashmap
  data-encoding deadpool deadpool-postgres der deranged derivative derive_builder derive_more dialoguer diesel diff difflib digest
  dirs dirs-sys displaydoc dotenv dotenvy downcast-rs dunce dyn-clone ecdsa ed25519 ed25519-dalek either encode_unicode encoding_rs
  enum-map enumflags2 env_logger equivalent erased-serde errno error-chain escape8259 ethers event-listener eyre failure
  fallible-iterator fancy-regex fastrand filetime fixedbitset flate2 float-cmp flume fnv foldhash foreign-types form_urlencoded
  fs-err fs2 fs_extra futures futures-channel futures-core futures-executor futures-io futures-lite futures-macro futures-sink
  futures-task futures-util fxhash generic-array getopts getrandom gimli git2 glam glob globset globwalk governor h2 half hashbrown
  hashlink headers heck hex hkdf hmac home hostname http http-body http-body-util httparse httpdate httpmock humantime hyper
  hyper-rustls hyper-tls hyper-util iana-time-zone ident_case idna ignore image im indexmap indicatif indoc inotify inquire insta
  instant inventory ipnet is-terminal itertools itoa jobserver js-sys jsonwebtoken jsonschema kube lalrpop lazy_static lazycell lettre
  libc libgit2-sys libloading liblzma libm libsqlite3-sys libz-sys lindera linked-hash-map linux-raw-sys lock_api log lru lsp-types
  lz4 lz4_flex maplit markup5ever matchers matchit md-5 md5 memchr memmap2 memoffset miette mime mime_guess minimal-lexical
  minijinja miniz_oxide mio mockall mockito moka mongodb more-asserts multer multimap nalgebra napi napi-build napi-derive native-tls ndarray nix nom notify
  ntapi num num-bigint num-complex num-derive num-integer num-iter num-rational num-traits num_cpus object once_cell opaque-debug
  open openssl openssl-probe openssl-sys opentelemetry opentelemetry-otlp ordered-float os_info os_str_bytes owo-colors parking
  parking_lot parking_lot_core paste path-absolutize pathdiff peeking_take_while pem percent-encoding pest pest_derive petgraph phf
  phf_codegen pin-project pin-project-lite pin-utils pkcs8 pkg-config plotters polars polling postgres postgres-types ppv-lite86
  predicates pretty_assertions prettyplease prettytable-rs proc-macro-crate proc-macro-error proc-macro2 prometheus proptest prost
  prost-build prost-types protobuf pulldown-cmark pyo3 quick-error quick-xml quickcheck quinn quote r2d2 radium rand rand_chacha
  rand_core rand_distr ratatui rayon rayon-core rcgen rdkafka redis redox_syscall ref-cast regalloc2 regex regex-automata regex-syntax
  remove_dir_all reqwest resolv-conf rhai ring rkyv rmp rmp-serde rocket rocksdb ron ropey rsa rstest rusqlite rust-embed rust_decimal
  rustc-demangle rustc-hash rustc_version rustfft rustix rustls rustls-native-certs rustls-pemfile rustls-pki-types rustversion
  rustyline ryu salsa same-file schannel schemars scoped-tls scopeguard scraper sea-orm sea-query secrecy security-framework
  self_cell semver sentry serde serde-wasm-bindgen serde_bytes serde_derive serde_json serde_path_to_error serde_qs serde_repr
  serde_test serde_urlencoded serde_with serde_yaml serial_test serialport sha-1 sha1 sha2 sha3 sharded-slab shell-words shellexpand
  shlex signal-hook signal-hook-registry signature similar simd-json simdutf8 siphasher slab slog slotmap smallvec smol smol_str snafu
  socket2 solana-program spin sqlparser sqlx sqlx-core stable_deref_trait static_assertions strsim structopt strum strum_macros subtle
  supports-color swc_common syn sync_wrapper synstructure sysinfo syntect tabled tao tar target-lexicon tauri tempfile tera term termcolor
  terminal_size termion termtree test-case test-log testcontainers text-size textwrap thiserror thread_local threadpool tiff time
  time-macros tiny-keccak tinystr tinytemplate tinyvec tokio tokio-macros tokio-native-tls tokio-postgres tokio-rustls tokio-stream
  tokio-test tokio-tungstenite tokio-util toml toml_datetime toml_edit tonic tonic-build tower tower-http tower-layer tower-service tracing
  tracing-appender tracing-attributes tracing-core tracing-log tracing-opentelemetry tracing-subscriber tree-sitter trust-dns-resolver
  try-lock trybuild tungstenite typed-arena typed-builder typenum ucd-trie uname unicase unicode-bidi unicode-ident
  unicode-normalization unicode-segmentation unicode-width unicode-xid unindent untrusted ureq url urlencoding utf-8 utf8parse utoipa
  uuid validator valuable vcpkg version_check void vte wait-timeout walkdir want warp wasi wasm-bindgen wasm-bindgen-futures wasmer
  wasmparser wasmtime web-sys web-time webpki webpki-roots wgpu which widestring wildmatch winapi windows windows-core windows-sys
  windows-targets winit winnow winreg wiremock wyz x509-parser xattr xml-rs xxhash-rust yaml-rust yansi zerocopy zerovec zeroize zip zstd
  zstd-sys
`;
