/** The service of an earlier release on the schema of this checkout: while an upgrade rolls, both run side by side. SCALE-03 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isAdditive } from '@mimamori/service/platform/postgres/additive.ts'

const MIGRATIONS = 'service/src/migrations'
/** Tests that compare the schema, or the list of its files, with what their release wrote down of it. */
const ABOUT_THE_SCHEMA = ['**/schema.test.ts', '**/platform/postgres/**', '**/platform/backup/**']

const git = (root: string, ...words: string[]) => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' })

/**
 * Names of the migrations that the commit lacks, in order. Throws, in words, when they are not what instances of that release can
 * go on with: a file that it has was changed or is gone, or a newer one does more than add.
 */
export function newerMigrations(root: string, commit: string): string[] {
  const here = readdirSync(join(root, MIGRATIONS)).toSorted()
  const there = git(root, 'ls-tree', '--name-only', commit, `${MIGRATIONS}/`)
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => path.slice(MIGRATIONS.length + 1))
  const textHere = (name: string) => readFileSync(join(root, MIGRATIONS, name), 'utf8')
  const changed = there.filter(
    (name) => !here.includes(name) || textHere(name) !== git(root, 'show', `${commit}:${MIGRATIONS}/${name}`),
  )
  if (changed.length > 0) throw new Error(`Migrations of ${commit} were changed: ${changed.join(', ')}`)
  const newer = here.filter((name) => !there.includes(name))
  const removing = newer.filter((name) => !isAdditive(textHere(name)))
  if (removing.length > 0)
    throw new Error(`Instances of ${commit} have to be stopped first; these do more than add: ${removing.join(', ')}`)
  return newer
}

/** Checks the commit out into a new folder, with the packages of this checkout and these of its migrations. */
export function layOutEarlier(root: string, commit: string, newer: readonly string[], folder: string): void {
  git(root, 'worktree', 'add', '--quiet', '--detach', folder, commit)
  for (const name of newer) cpSync(join(root, MIGRATIONS, name), join(folder, MIGRATIONS, name))
  for (const part of ['', ...readdirSync(root)]) {
    const packages = join(root, part, 'node_modules')
    if (!existsSync(packages) || !existsSync(join(folder, part))) continue
    const own = join(folder, part, 'node_modules')
    mkdirSync(own)
    for (const name of readdirSync(packages)) {
      // Workspaces are links that lead to the folder beside them: here to those of the commit.
      if (name === '@mimamori')
        cpSync(join(packages, name), join(own, name), { recursive: true, verbatimSymlinks: true })
      else symlinkSync(join(packages, name), join(own, name))
    }
  }
}

/** Runs the tests of its service, or those whose path has one of the words; answers the exit code. `output`: of the tests. */
export function testEarlier(folder: string, words: readonly string[], output: 'inherit' | 'ignore'): number {
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  const without = ABOUT_THE_SCHEMA.flatMap((pattern) => ['--exclude', pattern])
  // What a run of tests that this is part of sets for its own workers is no concern of this one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'service', ...without, ...words], {
    ...{ cwd: folder, env, stdio: output },
  })
  return status ?? 1
}

/** Takes the folder away again. */
export function removeEarlier(root: string, folder: string): void {
  git(root, 'worktree', 'remove', '--force', folder)
}
