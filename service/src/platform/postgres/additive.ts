/**
 * Whether a program without knowledge of a migration continues to work after it: then old and new instances run in
 * parallel.
 */

/** Whichever comes first of quoted text and comment: each may contain the marks of the other. */
const TEXT_OR_COMMENT = /'(?:[^']|'')*'|--[^\n]*/g

/**
 * Statements without comments; quoted texts are reduced to single words, and `$$` bodies stay within their statement.
 */
function statementsOf(sql: string): string[] {
  const bare = sql.replaceAll(TEXT_OR_COMMENT, (found) => {
    if (!found.startsWith("'")) return ''
    return /^'\w*'$/.test(found) ? found : "''"
  })
  const parts = bare.split(/(\$\w*\$)/)
  let inside: string | null = null
  let rest = ''
  const statements: string[] = []
  for (const part of parts) {
    if (/^\$\w*\$$/.test(part)) inside = inside === null ? part : inside === part ? null : inside
    const texts = inside === null ? part.split(';') : [part]
    rest += texts[0]
    for (const text of texts.slice(1)) {
      statements.push(rest)
      rest = text
    }
  }
  return [...statements, rest].map((one) => one.trim().replaceAll(/\s+/g, ' ')).filter((one) => one !== '')
}

/**
 * True for files that only add: tables, non-unique indexes, columns with defaults, rights, and policies for rights that
 * the file itself grants. Any statement on a table that the file creates is allowed. Returns false when in doubt.
 */
export function isAdditive(text: string): boolean {
  const made = new Set<string>()
  const statements = statementsOf(text)
  return statements.every((statement) => {
    const lower = statement.toLowerCase()
    const table = /^create table (?:if not exists )?([\w.]+)/.exec(lower)?.[1]
    if (table) made.add(table)
    const place =
      /^(?:alter table(?: only)? |insert into |create (?:unique )?index .*? on |create policy .*? on |create trigger .*? on )([\w.]+)/
    const of = place.exec(lower)?.[1]
    if (table || (of !== undefined && made.has(of))) return true
    // Tenant isolation of a table that the file creates.
    const fenced = /^select isolate\('(\w+)'\)$/.exec(lower)?.[1]
    if (fenced !== undefined) return made.has(fenced)
    if (/^grant /.test(lower)) return true
    if (/^create index /.test(lower)) return true
    if (fencesOwnGrant(lower, statements)) return true
    return /^alter table [\w.]+ add column /.test(lower) && addsColumnsAlone(lower)
  })
}

/** A restrictive policy for a right that the same file grants: no older program had that right. */
function fencesOwnGrant(statement: string, all: readonly string[]): boolean {
  const policy = /^create policy \w+ on (\w+) as restrictive for (insert|update|delete) to (\w+) /.exec(statement)
  if (!policy) return false
  const [, table, right, role] = policy
  const grant = new RegExp(`^grant ${right}(?: \\([\\w, ]+\\))? on ${table} to ${role}$`, 'i')
  return all.some((one) => grant.test(one))
}

function addsColumnsAlone(statement: string): boolean {
  const clauses = outsideOfBrackets(statement.replace(/^alter table [\w.]+ /, ''))
  return clauses.every((clause) => {
    const isFilled = !/\bnot null\b/.test(clause) || /\bdefault\b/.test(clause)
    return /^add column /.test(clause) && isFilled && !/\b(unique|primary key|references|generated)\b/.test(clause)
  })
}

/** Splits at commas outside of brackets. */
function outsideOfBrackets(text: string): string[] {
  const clauses = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) clauses.push('')
    else clauses[clauses.length - 1] += letter
  }
  return clauses.map((clause) => clause.trim())
}
