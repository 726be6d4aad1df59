/** Texts of the region page, English. `leave` and `confirm` are CAM-08's own words. */
export const cameraRegionEn = {
  title: 'Regions',
  masks: 'Privacy masks',
  'masks-help':
    'What lies under a mask is covered on the hub, before a picture leaves it. Nobody can uncover it later.',
  layer: 'What the regions are for',
  back: 'Back to the camera',
  saved: 'Changes saved.',
  'leave-title': 'Leave without saving?',
  'leave-text': 'What you drew is not saved yet. Leave drops it, Confirm saves it.',
  leave: 'Leave',
  confirm: 'Confirm',
}
export type CameraRegionTexts = Record<keyof typeof cameraRegionEn, string>
