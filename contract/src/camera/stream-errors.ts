/**
 * Why a stream of a camera cannot be read: one code from the hub's connection over the answer to a connection test to the
 * text that the console shows. CAM-12, CAM-15.
 */

/** Texts without parameters. */
export const STREAM_ERRORS = [
  'bad-address',
  'scene-not-demo',
  'not-begun',
  'no-video',
  'no-frames',
  'no-key-frames',
  'not-decodable',
  'image-too-large',
  'too-many-images',
  'ended',
  /** The sub stream shows another shape than the main one: it is not used. */
  'sub-stream-shape',
] as const

/** The state of a camera names the host; the answer to a request does not, since the request named it. */
export const HOST_ERRORS = [
  'host-unknown',
  'network-not-allowed',
  'refused',
  'timeout',
  'closed-early',
  'not-camera',
  'too-long',
  'redirected',
  /** The camera accepts the password only unencrypted. */
  'login-basic',
  'opening-ended',
  /** The camera serves as many viewers as it can (RTSP 453, 503). */
  'viewers-full',
  /** The camera sends its video neither over its connection nor as datagrams (RTSP 461). */
  'transport-refused',
] as const

/** The same, of cameras whose maker may show in what they answer. */
export const MAKER_ERRORS = ['login-missing', 'login-wrong', 'not-found'] as const

export const CERTIFICATE_ERRORS = ['certificate-unknown', 'certificate-changed'] as const

/** Words of a library or of the system say more. */
export const DETAIL_ERRORS = ['opening-failed', 'failed'] as const
