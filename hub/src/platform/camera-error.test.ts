import { describe, expect, test } from 'vitest'
import { asCameraError, withSafeParams } from './camera-error.ts'

describe('a fact on its way to the service', () => {
  test('credentials are taken out of other programs’ words, whatever characters they have', () => {
    const detailOf = (message: string) => asCameraError(new Error(message)).reason.params
    expect(detailOf('open rtsp://nurse:p@ss@h:554/1 failed')).toEqual({ detail: 'open rtsp://***@h:554/*** failed' })
    expect(detailOf('RTSPS://nurse:x@h/ and rtsp://h?t=2')).toEqual({ detail: 'RTSPS://***@h/*** and rtsp://h/***' })
    expect(detailOf('at "rtsp://nurse:p/s?s#@h" or http://h/2')).toEqual({ detail: 'at "rtsp://***@h" or http://h/2' })
  })

  test('a text that is longer than the contract allows is shortened', () => {
    const { params } = withSafeParams({ code: 'failed', params: { detail: 'a'.repeat(900) } })
    expect(params.detail).toHaveLength(500)
  })
})
