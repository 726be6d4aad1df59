/** Texts of the region page, English. `leave` and `confirm` are CAM-08's own words. */
export const cameraRegionEn = {
  title: 'Regions',
  masks: 'Privacy masks',
  'masks-help':
    'No picture shows what lies under a mask. The hub cannot cover a part of a picture yet: while there is a mask, no picture, clip or live view leaves it. Alerts still come.',
  layer: 'What the regions are for',
  back: 'Back to the camera',
  saved: 'Changes saved.',
  'leave-title': 'Leave without saving?',
  'leave-text': 'What you drew is not saved yet. Leave drops it, Confirm saves it.',
  leave: 'Leave',
  confirm: 'Confirm',
}
export type CameraRegionTexts = Record<keyof typeof cameraRegionEn, string>
