import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { createStorage } from './folder-storage.ts'
import { type StorageName, storageName } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'mimamori-storage-'))
const storage = createStorage(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const aName = () => storageName(randomUUID(), randomUUID())
const read = async (id: StorageName) => String(await (await storage.open(id))!.bytes())
const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

describe('stored files', () => {
  test('stored files are read whole or in part, replaced atomically, and removed', async () => {
    const id = aName()
    expect(await storage.size(id)).toBeNull()
    expect(await storage.put(id, Buffer.from('0123456789'), 100)).toBe(10)
    expect(await storage.size(id)).toBe(10)
    expect(String(await (await storage.open(id))!.bytes({ first: 2, last: 4 }))).toBe('234')
    await storage.put(id, Buffer.from('new'), 100)
    expect(await read(id)).toBe('new')
    await storage.remove(id)
    await storage.remove(id)
    expect(await storage.size(id)).toBeNull()
  })

  test('an open file is read unchanged after it is replaced, at once or as a stream', async () => {
    const id = aName()
    expect(await storage.open(id)).toBeNull()
    await storage.put(id, Buffer.from('0123456789'), 100)
    const [one, other] = [(await storage.open(id))!, (await storage.open(id))!]
    await storage.put(id, Buffer.from('new'), 100)
    expect(one.size).toBe(10)
    expect(String(await one.bytes())).toBe('0123456789')
    expect(String(await buffer(other.stream({ first: 2, last: 4 })))).toBe('234')
  })

  test('an upload that is too large or aborted leaves nothing, and the existing file stays', async () => {
    const id = aName()
    await storage.put(id, Buffer.from('first'), 100)
    const before = files().length
    async function* breaking() {
      yield Buffer.from('half')
      throw new Error('connection lost')
    }
    await expect(storage.put(id, Buffer.alloc(101), 100)).rejects.toMatchObject({ key: 'too-large' })
    await expect(storage.put(id, breaking(), 100)).rejects.toThrow('connection lost')
    expect(files()).toHaveLength(before)
    expect(await read(id)).toBe('first')
  })

  test('an existing file is adopted by name, and replacing it leaves the original unchanged', async () => {
    const [source, id] = [join(folder, 'source.jpg'), aName()]
    writeFileSync(source, 'image')
    await storage.adopt(id, source)
    await storage.adopt(id, source)
    expect(await read(id)).toBe('image')
    await storage.put(id, Buffer.from('other'), 10)
    expect(readFileSync(source, 'utf8')).toBe('image')
  })

  test('a full disk is reported as such', async () => {
    async function* full() {
      yield Buffer.from('some')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    await expect(storage.put(aName(), full(), 100)).rejects.toMatchObject({ key: 'storage-full' })
  })

  test('S12 an invalid id never becomes a path', async () => {
    const [some, other] = [randomUUID(), randomUUID()]
    const odd = ['../../etc/passwd', '', 'a', some, `${some}/..`, `${some}/${other}\0`, `${some}/${other}/${other}`]
    for (const id of odd as StorageName[]) {
      await expect(storage.put(id, Buffer.alloc(1), 10)).rejects.toMatchObject({ key: 'not-found' })
      await expect(storage.open(id)).rejects.toMatchObject({ key: 'not-found' })
    }
  })

  test('the same id of two tenants is two files', () => {
    const [one, two, id] = [randomUUID(), randomUUID(), randomUUID()]
    expect(storageName(one, id)).toBe(storageName(one.toUpperCase(), id))
    expect(storageName(one, id)).not.toBe(storageName(two, id))
  })
})
