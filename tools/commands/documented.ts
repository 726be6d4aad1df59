// The commands that the documents ask a reader to type: of code blocks each line, of running text what begins with a program.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'

const root = join(import.meta.dirname, '..', '..')

const PROGRAMS =
  'npm|npx|node|git|docker|systemctl|systemd-analyze|apt|psql|pg_basebackup|openssl|wsl|tar|ln|cp|mkdir|useradd|install|echo|\\$EDITOR|mimamori-\\w+'
/** Variables before it, then a program with at least one word behind it: `psql` alone is a name and no command. */
const COMMAND = new RegExp(`^(?:[A-Z_]+=(?:"[^"]*"|\\S+) )*(?:${PROGRAMS}) \\S`)

/** The documents that are checked, by path. */
export function readDocuments(): Record<string, string> {
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...globSync(['docs/*.md', 'docs/manual/*.md'], { cwd: root }),
  ]
  return Object.fromEntries(files.toSorted().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/**
 * Commands as the document writes them, each run of spaces as one; lines that end in a backslash are joined.
 * `strange`: what is wrong with its blocks: lines that are no commands, in a block that does not say what else it is
 * (`text`, `nginx`), and blocks without fences.
 */
export function commandsIn(markdown: string): { commands: string[]; strange: string[] } {
  const commands: string[] = []
  const strange: string[] = []
  const marked = new Marked()
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'codespan') {
      const words = spaced((token as Tokens.Codespan).text)
      if (COMMAND.test(words)) commands.push(words)
    }
    if (token.type !== 'code') return
    const { text, lang, codeBlockStyle } = token as Tokens.Code
    if (lang && lang !== 'sh') return
    // The site draws blocks between fences alone.
    if (codeBlockStyle === 'indented') strange.push(spaced(text))
    for (const line of text.replaceAll(/\\\n/g, ' ').split('\n').map(spaced).filter(Boolean)) {
      if (COMMAND.test(line)) commands.push(line)
      else strange.push(line)
    }
  })
  return { commands, strange }
}

/** Names of npm's scripts that a text mentions: `npm test` and `npm start` are scripts, too. */
export function scriptsIn(markdown: string): string[] {
  const named = [...markdown.matchAll(/\bnpm (?:run (?:--silent )?([a-z][a-z:-]*)|(start|test)\b)/g)]
  return named.map(([, script, short]) => script ?? short!)
}

const spaced = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
