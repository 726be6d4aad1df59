import { expect, test } from 'vitest'
import { createPasswords } from './password.ts'

test('a password is verified, another one is rejected, and an unknown user has none', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('見守り')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(stored, '見守り')).toBe(true)
  expect(await passwords.verify(stored, '見守')).toBe(false)
  expect(await passwords.verify(null, '')).toBe(false)
  expect(passwords.isOutdated(stored)).toBe(false)
  expect(passwords.isOutdated(stored.replace('t=2', 't=1'))).toBe(true)
})

test('a PHC hash of another program is verified, and text of another kind is rejected', async () => {
  const passwords = createPasswords()
  // Made by @node-rs/argon2 2.2.1 with the salt of 16 bytes 0x07.
  const stored = '$argon2id$v=19$m=19456,t=2,p=1$BwcHBwcHBwcHBwcHBwcHBw$neuA5eQ3I4vP7cxQYQNVr40u4VnGmu6cc6C6v1903kQ'
  expect(await passwords.verify(stored, '見守り')).toBe(true)
  expect(await passwords.verify(stored, '見守')).toBe(false)
  expect(await passwords.verify('none', '見守り')).toBe(false)
})

test('of sixty at once two run, fifty wait and eight are asked to come again', async () => {
  const passwords = createPasswords()
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash('x')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) expect(reason).toMatchObject({ key: 'too-many-requests', status: 429 })
})
