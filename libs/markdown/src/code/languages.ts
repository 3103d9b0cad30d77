/** Names that clients know languages by, and the words that people write for them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  Bash: 'bash sh shell zsh ksh',
  'Bash Session': 'console shell-session',
  C: 'c h',
  'C#': 'csharp c# cs',
  'C++': 'cpp c++ hpp',
  CSS: 'css',
  Diff: 'diff udiff',
  Docker: 'dockerfile docker',
  Elixir: 'elixir ex exs',
  Erlang: 'erlang erl',
  Go: 'go golang',
  GraphQL: 'graphql',
  HTML: 'html',
  Haskell: 'haskell hs',
  INI: 'ini cfg',
  JSON: 'json',
  Java: 'java',
  JavaScript: 'javascript js',
  Julia: 'julia jl',
  Kotlin: 'kotlin kt',
  Lua: 'lua',
  Makefile: 'makefile make mf',
  Markdown: 'markdown md',
  OCaml: 'ocaml',
  PHP: 'php',
  Perl: 'perl pl',
  PowerShell: 'powershell ps1 posh pwsh',
  Python: 'python py python3 py3',
  'Python 2.x': 'python2 py2',
  Ruby: 'ruby rb',
  Rust: 'rust rs',
  SQL: 'sql',
  Scala: 'scala',
  Swift: 'swift',
  TOML: 'toml',
  TeX: 'tex latex',
  'Text only': 'text',
  TypeScript: 'typescript ts',
  XML: 'xml',
  YAML: 'yaml',
};

const NAME_OF_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

/** The display name for a word in lower case; an unknown word names itself. */
export function languageName(word: string): string {
  return NAME_OF_WORD.get(word) ?? word;
}
