/** Stream paths and requirements of cameras from known manufacturers, as documented by them. REAL-09. */

export const CAMERA_MAKERS = ['AXIS', 'HIKVISION', 'DAHUA', 'UNIVIEW', 'TAPO', 'VIGI', 'I_PRO', 'REOLINK'] as const
export type CameraMaker = (typeof CAMERA_MAKERS)[number]

type Profile = {
  /** The usual spelling. */
  brand: string
  /** Paths behind the host, of the main stream and the sub stream. */
  main: string
  sub: string
  rtspPort: number
  /** Ports for ONVIF over HTTP, the likeliest first. */
  onvifPorts: readonly number[]
  /** Substrings of its manufacturer's name over ONVIF, in lower case. */
  names: readonly string[]
  /** Prefixes of the realm of its password or its `Server` over RTSP, in lower case. */
  realms: readonly string[]
  /** Requirement before a password is accepted: a separate account, an ONVIF user, RTSP switched on. */
  login: 'camera-account' | 'onvif-user' | 'rtsp-switch' | 'plain'
  /** Documentation by the manufacturer or by integrators. */
  source: string
}

export const CAMERA_PROFILES: Record<CameraMaker, Profile> = {
  AXIS: {
    brand: 'AXIS',
    main: '/axis-media/media.amp',
    sub: '/axis-media/media.amp?resolution=640x360',
    rtspPort: 554,
    onvifPorts: [80],
    names: ['axis'],
    realms: ['axis_'],
    login: 'onvif-user',
    source: 'VAPIX, Video streaming: RTSP; Axis developer documentation, ONVIF user',
  },
  HIKVISION: {
    brand: 'Hikvision',
    main: '/Streaming/Channels/101',
    sub: '/Streaming/Channels/102',
    rtspPort: 554,
    onvifPorts: [80],
    names: ['hikvision'],
    realms: ['ip camera(', 'hikvision', 'embedded net dvr'],
    login: 'onvif-user',
    source: 'Hikvision support, Getting a RTSP stream from a camera: 101 is channel 1 main, 102 its sub-stream',
  },
  DAHUA: {
    brand: 'Dahua',
    main: '/cam/realmonitor?channel=1&subtype=0',
    sub: '/cam/realmonitor?channel=1&subtype=1',
    rtspPort: 554,
    onvifPorts: [80],
    names: ['dahua'],
    realms: ['login to ', 'dahua'],
    login: 'plain',
    source: 'Dahua HTTP API, Get real-time stream: subtype 0 is the main stream, 1 the sub-stream',
  },
  UNIVIEW: {
    brand: 'Uniview',
    main: '/media/video1',
    sub: '/media/video2',
    rtspPort: 554,
    onvifPorts: [80],
    names: ['uniview', 'unv'],
    realms: ['uniview', 'unv'],
    login: 'plain',
    source: 'Uniview, RTSP of its cameras (AlexxIT/go2rtc#1426, #1663); its recorders have /unicast/c1/s0/live',
  },
  TAPO: {
    brand: 'TP-Link Tapo',
    main: '/stream1',
    sub: '/stream2',
    rtspPort: 554,
    onvifPorts: [2020],
    names: ['tp-link', 'tapo'],
    realms: ['tp-link ip-camera'],
    login: 'camera-account',
    source:
      'TP-Link, How to view Tapo camera through RTSP and ONVIF: camera account, stream1, stream2, ONVIF port 2020',
  },
  VIGI: {
    brand: 'TP-Link VIGI',
    main: '/stream1',
    sub: '/stream2',
    rtspPort: 554,
    onvifPorts: [80, 2020],
    names: ['vigi'],
    realms: ['vigi'],
    login: 'onvif-user',
    source: 'TP-Link, VIGI camera with third parties: stream1, stream2, ONVIF switched on with a user',
  },
  I_PRO: {
    brand: 'i-PRO (Panasonic)',
    main: '/MediaInput/h264/stream_1',
    sub: '/MediaInput/h264/stream_2',
    rtspPort: 554,
    onvifPorts: [80],
    names: ['panasonic', 'i-pro'],
    realms: ['panasonic', 'i-pro'],
    login: 'plain',
    source: 'i-PRO, Camera interface specifications: RTSP MediaInput, stream_1 and stream_2',
  },
  REOLINK: {
    brand: 'Reolink',
    main: '/h264Preview_01_main',
    sub: '/h264Preview_01_sub',
    rtspPort: 554,
    onvifPorts: [8000],
    names: ['reolink'],
    realms: ['bc streaming media', 'reolink'],
    login: 'rtsp-switch',
    source: 'Reolink support, What is RTSP: h264Preview or h265Preview; ports switched on, ONVIF port 8000',
  },
}

/** Whether there is a profile for this vendor. */
export function isMaker(vendor: string | null | undefined): vendor is CameraMaker {
  return CAMERA_MAKERS.some((maker) => maker === vendor)
}

/** Recognizes a manufacturer by its ONVIF device information; null: another one. */
export function makerOfName(manufacturer: string, model = ''): CameraMaker | null {
  const text = `${manufacturer} ${model}`.toLowerCase()
  // A VIGI reports its manufacturer as TP-Link, too.
  const found = [...CAMERA_MAKERS]
    .reverse()
    .find((maker) => CAMERA_PROFILES[maker].names.some((name) => text.includes(name)))
  return found ?? null
}

/** Recognizes a manufacturer by the realm of its password, or its `Server`, over RTSP; null: another one. */
export function makerOfRealm(said: string): CameraMaker | null {
  const text = said.toLowerCase()
  return CAMERA_MAKERS.find((maker) => CAMERA_PROFILES[maker].realms.some((realm) => text.startsWith(realm))) ?? null
}

/** The addresses of both streams, without a login. `host` may have a port and be an IPv6 address in brackets. */
export function streamAddresses(maker: CameraMaker, host: string): { main: string; sub: string } {
  const { main, sub, rtspPort } = CAMERA_PROFILES[maker]
  const hasPort = /:\d+$/.test(host.replace(/^\[.*\]/, ''))
  const at = `rtsp://${host}${hasPort ? '' : `:${rtspPort}`}`
  return { main: at + main, sub: at + sub }
}

/** Host and port of a stream's address; null when it has none. */
export function hostOfAddress(streamUrl: string): string | null {
  const [, authority = ''] = /^rtsps?:\/\/([^/?#]*)/i.exec(streamUrl.trim()) ?? []
  return authority.slice(authority.lastIndexOf('@') + 1) || null
}

/** Whether the address is not custom: its path is empty, or that of a profile. */
export function isUsualAddress(streamUrl: string): boolean {
  const rest = streamUrl.trim().replace(/^rtsps?:\/\/[^/?#]*/i, '')
  const usual = CAMERA_MAKERS.flatMap((maker) => [CAMERA_PROFILES[maker].main, CAMERA_PROFILES[maker].sub])
  return rest === '' || rest === '/' || usual.includes(rest)
}
