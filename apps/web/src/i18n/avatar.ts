import { defineTexts } from './texts.ts';

export const avatarTexts = defineTexts({
  zh: {
    title: '头像',
    preview: '所选头像',
    hint: 'JPG 或 PNG，选好后可拖动和缩放。其他人看不到。',
    move: '拖动图片调整位置，双指或滑块缩放；也可用方向键移动。',
    zoom: '缩放',
    zoomIn: '放大',
    zoomOut: '缩小',
    choose: '选择图片',
    chooseOther: '换一张',
    remove: '移除',
  },
  en: {
    title: 'Picture',
    preview: 'The chosen picture',
    hint: 'JPG or PNG; once chosen, it can be moved and zoomed. Nobody else sees it.',
    move: 'Drag the picture to move it, zoom with two fingers or the slider; the arrow keys move it too.',
    zoom: 'Zoom',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    choose: 'Choose picture',
    chooseOther: 'Choose another',
    remove: 'Remove',
  },
});
