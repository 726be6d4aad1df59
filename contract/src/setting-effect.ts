/** Which test shows what a setting does, or that the setting is retained for the record alone: the shape of the tables. */

/** The file below the checkout and the title of a test that fails without the effect. */
type EffectTest = `${string} :: ${string}`
export type SettingEffect = EffectTest | { fact: true }
/** An entry for each key: a new setting without one does not compile. */
export type EffectTable<Key extends PropertyKey> = Record<Key, SettingEffect>
/** The keys of every member of a union. */
export type KeyOf<T> = T extends unknown ? keyof T : never

/** Retained for the record; its form says so. */
export const FACT = { fact: true } as const
/** How many cameras a site may have. */
export const CAMERA_LICENCE =
  'service/src/camera/camera/camera.test.ts :: CAM-07 the license counts rooms and public places separately, even for concurrent registrations'
