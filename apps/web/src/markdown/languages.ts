/** Those that the server colours, the ones in most use first. */
export const LANGUAGES = [
  ...['python', 'javascript', 'typescript', 'bash', 'json', 'html', 'css', 'sql', 'java', 'go', 'rust', 'c', 'cpp'],
  ...['csharp', 'php', 'ruby', 'kotlin', 'swift', 'yaml', 'toml', 'xml', 'markdown', 'diff', 'dockerfile', 'makefile'],
  ...['shell', 'powershell', 'perl', 'lua', 'r', 'scala', 'haskell', 'elixir', 'erlang', 'clojure', 'dart', 'elm'],
  ...['nginx', 'ini', 'graphql', 'protobuf', 'latex', 'vim', 'quote', 'spoiler', 'math', 'text'],
];
