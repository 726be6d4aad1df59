// docs/settings.md, as the schemas make it.
import type { Setting } from '@mimamori/contract/shared/setting.ts'
import { PROGRAMS } from './programs.ts'

const HEAD = `# Settings

Environment variables of every program. This page is made from the schemas (\`service/src/platform/settings.ts\`,
\`hub/src/settings.ts\`, \`tools/start/settings.ts\`) by \`npx vitest run --project tools settings -u\`.

- A blank value counts as not set. A value that is not allowed is refused at start, with the name and what is allowed.
- For each secret \`NAME_FILE\` may name a file that holds the value, read at start; \`NAME\` and \`NAME_FILE\` together are
  refused. \`MIMAMORI_MASTER_KEY_FILE\` is the one such file that the service makes itself.
- \`npm run check-config\` prints the settings of the service with the source of each, secrets masked, and tries what can be
  tried; \`npm run check-config -- hub\` does the same for a hub. Both end with 0, or with 1 when something is wrong.
`

/** The whole page. */
export function settingsPage(): string {
  const parts = PROGRAMS.map(({ title, about, settings }) => {
    const rows = Object.entries(settings).map(([name, one]) => rowOf(name, one))
    return [`## ${title}`, '', about, '', '| setting | default | it must be | |', '|---|---|---|---|', ...rows].join(
      '\n',
    )
  })
  return `${[HEAD.trimEnd(), ...parts].join('\n\n')}\n`
}

function rowOf(name: string, { allowed, default: text, unit, isSecret, meaning }: Setting<unknown>): string {
  const value = text === null ? 'none' : `\`${text}\`${unit ? ` ${unit}` : ''}`
  return `| \`${name}\`${isSecret ? ' (secret)' : ''} | ${value} | ${allowed} | ${meaning} |`
}
