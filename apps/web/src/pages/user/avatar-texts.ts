import { defineTexts } from '../../i18n/texts.ts';

export const avatarTexts = defineTexts({
  zh: {
    title: '头像',
    preview: '所选头像',
    hint: 'JPG 或 PNG，选好后可拖动和缩放，仅自己可见。',
    move: '拖动图片调整位置，双指或滑块缩放；也可用方向键移动。',
    zoom: '缩放',
    zoomIn: '放大',
    zoomOut: '缩小',
    choose: '选择图片',
    chooseOther: '换一张',
    remove: '移除',
  },
  en: {
    title: 'Profile picture',
    preview: 'Selected picture',
    hint: 'JPG or PNG. You can move and zoom it next. Only you can see it.',
    move: 'Drag or use the arrow keys to move the picture. Pinch or use the slider to zoom.',
    zoom: 'Zoom',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    choose: 'Choose picture',
    chooseOther: 'Choose another',
    remove: 'Remove',
  },
});
