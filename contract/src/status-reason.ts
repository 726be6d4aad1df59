/** Why a camera is not online: the service's own reason as a key, for clients to say in their language. No zod here. */

/** Stands where the hub's words would: the hub itself was not heard. CAM-15. */
export const HUB_SILENT = 'hub-silent'
/** The hub has nothing to say against it, but no picture came for longer than may be. CAM-15. */
export const CAMERA_SILENT = 'camera-silent'
