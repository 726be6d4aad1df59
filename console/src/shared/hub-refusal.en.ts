/** What of a camera's settings its hub cannot put in force, English. Keys: HUB_REFUSALS of the contract. */
export const hubRefusalEn = {
  'app-unknown': 'This version of the hub cannot run {{detail}}.',
  'bed-missing': '{{detail}} needs a region with the four corners of the bed.',
  'model-file-missing':
    'No file of an advanced fall model is set up on the hub. Falls are judged by the standard model.',
  'model-file-unreadable':
    'The hub cannot read the file of the advanced fall model ({{detail}}). Falls are judged by the standard model.',
  'model-file-too-large':
    'The file of the advanced fall model is larger than {{detail}}. Falls are judged by the standard model.',
  'model-runtime-missing':
    'Neither onnxruntime-node nor onnxruntime-web can be used on the hub ({{detail}}). Falls are judged by the standard model.',
  'model-not-onnx':
    'The file of the advanced fall model cannot be opened as ONNX ({{detail}}). Falls are judged by the standard model.',
  'model-unfit': 'The advanced fall model does not fit ({{detail}}). Falls are judged by the standard model.',
  'model-too-slow': 'The advanced fall model did not answer in time. Falls are judged by the standard model.',
  'model-too-hungry':
    'The advanced fall model used more than {{detail}} of memory. Falls are judged by the standard model.',
  'model-failing': 'The advanced fall model failed ({{detail}}). Falls are judged by the standard model.',
}
export type HubRefusalTexts = Record<keyof typeof hubRefusalEn, string>
