/** Texts of the region page, English. `leave` and `confirm` are CAM-08's own words. */
export const cameraRegionEn = {
  title: 'Regions',
  masks: 'Privacy masks',
  'masks-help':
    'What lies under a mask is painted over on the hub: no live view, recording, clip or still shows it, and nothing is noticed there. Leave the bed free, and the floor where somebody may fall.',
  layer: 'What the regions are for',
  back: 'Back to the camera',
  saved: 'Changes saved.',
  'leave-title': 'Leave without saving?',
  'leave-text': 'What you drew is not saved yet. Leave drops it, Confirm saves it.',
  leave: 'Leave',
  confirm: 'Confirm',
}
export type CameraRegionTexts = Record<keyof typeof cameraRegionEn, string>
