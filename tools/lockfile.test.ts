// Keeps package-lock.json free of hosts, exact, and complete for every platform.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesWithHost, inexactVersions, type Lockfile, missingPlatformPackages, platformEntry } from './lock.ts'

const root = join(import.meta.dirname, '..')
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
const lock = JSON.parse(lockText) as Lockfile

type Manifest = {
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

describe('package-lock.json', () => {
  test('names no host that packages were fetched from', () => {
    expect(entriesWithHost(lock)).toEqual([])
    expect(lockText).not.toMatch(/registry\.|tarball/)
  })

  test('holds every optional platform package, so that npm ci accepts it everywhere', () => {
    const missing = missingPlatformPackages(lock).map((one) => `${one.name}: run node tools/complete-lock.ts`)
    expect(missing).toEqual([])
  })

  test('holds what the manifests of all workspaces ask for', () => {
    for (const folder of ['', ...(readManifest('').workspaces ?? [])]) {
      const { dependencies, devDependencies, optionalDependencies } = readManifest(folder)
      const entry = lock.packages[folder]
      expect({ ...dependencies, ...devDependencies, ...optionalDependencies }, `${folder}/package.json`).toEqual({
        ...entry?.dependencies,
        ...entry?.devDependencies,
        ...entry?.optionalDependencies,
      })
    }
  })

  test('every manifest asks for exact versions', () => {
    const groups: Record<string, Record<string, Record<string, string> | undefined>> = {}
    for (const folder of ['', ...(readManifest('').workspaces ?? [])]) {
      const { dependencies, devDependencies, optionalDependencies } = readManifest(folder)
      groups[`${folder || '.'}/package.json`] = { dependencies, devDependencies, optionalDependencies }
    }
    expect(inexactVersions(groups)).toEqual([])
  })
})

const BESIDE = [
  ['what only the hub’s tests install', 'hub/onnx-for-tests', 'onnxruntime'],
  ['what makes a site of the documents', 'docs/site', 'vitepress'],
] as const

describe.each(BESIDE)('the lock of %s', (_, folder, brought) => {
  const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8')
  const own = JSON.parse(text) as Lockfile

  test('names no host that packages were fetched from, and asks for exact versions', () => {
    expect(entriesWithHost(own)).toEqual([])
    expect(text).not.toMatch(/registry\.|tarball/)
    const { dependencies } = readManifest(folder)
    expect(inexactVersions({ [folder]: { dependencies } })).toEqual([])
    expect(own.packages['']?.dependencies).toEqual(dependencies)
  })

  test('is of no workspace, and nothing that it brings is a dependency of the product', () => {
    expect(readManifest('').workspaces).not.toContain(folder)
    expect(lockText).not.toContain(brought)
  })
})

describe('the checks of the lock', () => {
  test('see a host, a missing platform package and a loose version', () => {
    const planted: Lockfile = {
      packages: {
        '': { dependencies: { paint: '1.0.0' } },
        service: { link: true, resolved: 'service' },
        'node_modules/paint': {
          version: '1.0.0',
          resolved: 'https://packages.example/paint-1.0.0.tgz',
          optionalDependencies: { 'paint-linux-x64': '1.0.0', 'paint-darwin-arm64': '1.0.0' },
        },
        'node_modules/paint/node_modules/paint-linux-x64': { version: '1.0.0' },
      },
    }
    expect(entriesWithHost(planted)).toEqual(['node_modules/paint'])
    expect(missingPlatformPackages(planted).map((one) => one.name)).toEqual(['paint-darwin-arm64'])
    expect(inexactVersions({ 'a/package.json': { dependencies: { paint: '^1.0.0', ink: '2.1.0-rc.1' } } })).toEqual([
      'a/package.json: paint@^1.0.0',
    ])
  })

  test('a platform package is added for the system and processor in its name', () => {
    expect(platformEntry('@paint/brush-win32-x64-msvc', '1.2.3', { dev: true })).toEqual({
      version: '1.2.3',
      cpu: ['x64'],
      dev: true,
      optional: true,
      os: ['win32'],
    })
    expect(platformEntry('@paint/brush-linux-arm64-musl', '1.2.3', {})).toEqual({
      version: '1.2.3',
      cpu: ['arm64'],
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    })
  })
})
