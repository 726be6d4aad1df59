/** Decoders of a hub for a camera's stream, as a plain list. No zod here. Requirement REAL-08; decision 0046. */
export const HARDWARE_DECODERS = ['vaapi', 'qsv', 'nvdec', 'v4l2'] as const
export type HardwareDecoder = (typeof HARDWARE_DECODERS)[number]
export const DECODERS = ['software', ...HARDWARE_DECODERS] as const
export type DecoderName = (typeof DECODERS)[number]
