// Which field of the camera's form a failed connection test concerns. CAM-12.
import { expect, test } from 'vitest'
import { ApiError } from '#lib/service/api.ts'
import { isAboutBoth, refusedFields, wrongField } from './asked-fields.ts'

test('shows a wrong address at the address, a wrong login at the user name, a busy hub at none', () => {
  expect(wrongField('host-unknown')).toEqual({ field: 'streamUrl', message: 'hub-answer.host-unknown' })
  expect(wrongField('login-wrong')).toEqual({ field: 'username', message: 'hub-answer.login-wrong' })
  expect(wrongField('busy')).toBeNull()
  expect(wrongField('not-found', true)).toEqual({ field: 'subStreamUrl', message: 'hub-answer.not-found' })
})

test('tests the sub stream too, unless the camera or its login has an error', () => {
  expect((['not-found', 'no-frames', 'login-wrong', 'refused', 'busy'] as const).map(isAboutBoth)).toEqual([
    ...[false, false, true, true, true],
  ])
})

test('an error about a hidden field is not lost', () => {
  const rejection = new ApiError(400, 'invalid-request', '', {
    streamUrl: 'camera.stream-url-invalid',
    agentId: 'camera.agent-unknown',
  })
  expect(refusedFields(rejection, () => true)).toEqual({
    placed: [
      ['streamUrl', 'camera.stream-url-invalid'],
      ['agentId', 'camera.agent-unknown'],
    ],
    isRest: false,
  })
  const withoutHub = refusedFields(rejection, (field) => field !== 'agentId')
  expect([withoutHub.placed, withoutHub.isRest]).toEqual([[['streamUrl', 'camera.stream-url-invalid']], true])
  expect(refusedFields(new Error('offline'), () => true)).toEqual({ placed: [], isRest: true })
})
