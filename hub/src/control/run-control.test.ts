/** Starting and stopping what a hub does, by the words of its workers. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { CameraStatus } from '#pipeline/worker-message.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { RunControl } from './run-control.ts'

const [A, B] = ['01977c5e-0000-7000-8000-00000000000a', '01977c5e-0000-7000-8000-00000000000b'] as const
let configured: string[][]
let restarts: number
let board: RunControl
beforeEach(() => {
  configured = []
  restarts = 0
  board = new RunControl({
    configure: (cameras) => configured.push(cameras.map(({ cameraId }) => cameraId)),
    restartProgram: () => restarts++,
    onChange: () => {},
  })
  board.configure([wantedCamera(A, 'rtsp://10.0.0.1/a'), wantedCamera(B, 'rtsp://10.0.0.2/b')])
})

const said = (state: CameraStatus['state'], code: 'refused' | 'worker-lost' | null = null): CameraStatus => ({
  cameraId: A,
  state,
  reason: code && (code === 'refused' ? { code, params: { host: '10.0.0.1' } } : { code, params: {} }),
  fps: 10,
  width: 1280,
  height: 720,
  codec: 'h264',
})
const tell = (cameraId: string | null, action: 'start' | 'stop' | 'restart', part: 'VCARE' | 'BOOTSTRAP' = 'VCARE') =>
  board.control({ cameraId, package: part, action })

describe('CAM-11 run commands', () => {
  test('CAM-11 one camera is stopped and started; the other is left alone', () => {
    expect(tell(A, 'stop').result?.running).toBe('Stopped')
    expect(configured.at(-1)).toEqual([B])
    expect([board.runningOf(A, said('online')), board.runningOf(B, said('online'))]).toEqual(['Stopped', 'Running'])
    expect(tell(A, 'start').result?.running).toBe('Starting')
    expect(configured.at(-1)).toEqual([A, B])
    board.heard(A)
    expect(board.runningOf(A, said('online'))).toBe('Running')
  })

  test('CAM-11 a restart takes the camera away and gives it back, and is over with its first word', () => {
    expect(tell(A, 'restart').result?.running).toBe('Restarting')
    expect(configured.slice(-2)).toEqual([[B], [A, B]])
    expect(board.runningOf(A, said('online'))).toBe('Restarting')
    board.heard(A)
    expect(board.runningOf(A, said('offline', 'refused'))).toBe('Error')
    expect(board.runningOf(A, said('offline', 'worker-lost'))).toBe('Restarting')
  })

  test('HUB-01 detection as a whole is stopped for every camera and stays so when settings come', () => {
    expect(tell(null, 'stop').result?.running).toBe('Stopped')
    board.configure([wantedCamera(A, 'rtsp://10.0.0.1/other')])
    expect(configured.at(-1)).toEqual([])
    expect([board.isStopped(A), board.runningOfDetection(new Map())]).toEqual([true, 'Stopped'])
    expect(tell(null, 'start').result?.running).toBe('Starting')
    expect(configured.at(-1)).toEqual([A])
  })

  test('CAM-11 a switch that was forgotten ends with the camera, and with the program', () => {
    tell(A, 'stop')
    board.configure([wantedCamera(B, 'rtsp://10.0.0.2/b')])
    board.configure([wantedCamera(A, 'rtsp://10.0.0.1/a'), wantedCamera(B, 'rtsp://10.0.0.2/b')])
    expect(configured.at(-1)).toEqual([A, B])
  })

  test('CAM-11 BOOTSTRAP cannot be stopped, only restarted; the hub’s own is the program itself', () => {
    expect(tell(null, 'stop', 'BOOTSTRAP').error?.code).toBe('not-allowed')
    expect(tell(A, 'stop', 'BOOTSTRAP').error?.code).toBe('not-allowed')
    expect(restarts).toBe(0)
    expect(tell(null, 'restart', 'BOOTSTRAP').result?.running).toBe('Restarting')
    expect([restarts, board.runningOfDetection(new Map())]).toEqual([1, 'Restarting'])
  })

  test('CAM-11 a camera of another hub is not known here', () => {
    expect(tell('01977c5e-0000-7000-8000-00000000000c', 'stop').error?.code).toBe('camera-unknown')
  })

  test('HUB-01 an unreachable camera is not the hub’s error, a lost worker is', () => {
    expect(board.runningOfDetection(new Map([[A, said('offline', 'refused')]]))).toBe('Running')
    expect(board.runningOfDetection(new Map([[A, said('offline', 'worker-lost')]]))).toBe('Error')
  })
})
