/** @file Icons of our own: lines on a field of 16 × 16. */

import { Icon } from './Icon.js';

export const UndoIcon = () => (
  <Icon>
    <path d="M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6" />
    <path d="M5.8 3.5 2.8 6.5l3 3" />
  </Icon>
);

export const RedoIcon = () => (
  <Icon>
    <path d="M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10" />
    <path d="M10.2 3.5l3 3-3 3" />
  </Icon>
);

export const PlayIcon = () => (
  <Icon>
    <path d="M5 3.2v9.6l7.6-4.8z" fill="currentColor" />
  </Icon>
);

export const PauseIcon = () => (
  <Icon>
    <path d="M5.2 3.5v9" />
    <path d="M10.8 3.5v9" />
  </Icon>
);

export const StepBackIcon = () => (
  <Icon>
    <path d="M4 3.5v9" />
    <path d="M12 3.8v8.4L6.2 8z" fill="currentColor" />
  </Icon>
);

export const StepForwardIcon = () => (
  <Icon>
    <path d="M12 3.5v9" />
    <path d="M4 3.8v8.4L9.8 8z" fill="currentColor" />
  </Icon>
);

export const LoopIcon = () => (
  <Icon>
    <path d="M3 8.8V7.5a3 3 0 0 1 3-3h6" />
    <path d="M10 2.3l2.2 2.2L10 6.7" />
    <path d="M13 7.2v1.3a3 3 0 0 1-3 3H4" />
    <path d="M6 13.7l-2.2-2.2L6 9.3" />
  </Icon>
);

export const PinIcon = () => (
  <Icon>
    <path d="M6 2.5h4l-.5 4 2 2.2h-7l2-2.2z" />
    <path d="M8 8.8v4.7" />
  </Icon>
);

export const MirrorIcon = () => (
  <Icon>
    <path d="M8 2.5v11" />
    <path d="M5.8 4.5v7H2.2z" />
    <path d="M10.2 4.5v7h3.6z" fill="currentColor" />
  </Icon>
);

export const SymmetryIcon = () => (
  <Icon>
    <path d="M8 2.5v11" />
    <path d="M5.6 5 2.6 8l3 3" />
    <path d="M10.4 5l3 3-3 3" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M1.8 8S4 3.9 8 3.9 14.2 8 14.2 8 12 12.1 8 12.1 1.8 8 1.8 8z" />
    <path d="M8 6.1a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8z" />
  </Icon>
);

export const BoneIcon = () => (
  <Icon>
    <path d="M4.3 11.2 7 6.8" />
    <path d="M9.3 6.3 11.6 9.4" />
    <path d="M8 3.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z" />
    <path d="M3.5 11a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z" />
    <path d="M12.5 9.2a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z" />
  </Icon>
);

export const PersonIcon = () => (
  <Icon>
    <path d="M8 2.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z" />
    <path d="M3.4 7.6 8 7l4.6.6" />
    <path d="M8 7v3" />
    <path d="M5.2 13.6 8 10l2.8 3.6" />
  </Icon>
);

export const GridIcon = () => (
  <Icon>
    <path d="M2.8 2.8h4v4h-4z" />
    <path d="M9.2 2.8h4v4h-4z" />
    <path d="M2.8 9.2h4v4h-4z" />
    <path d="M9.2 9.2h4v4h-4z" />
  </Icon>
);

export const MapIcon = () => (
  <Icon>
    <path d="M2.5 4.2 6 2.8l4 1.6 3.5-1.4v8.8L10 13.2l-4-1.6-3.5 1.4z" />
    <path d="M6 2.8v8.8" />
    <path d="M10 4.4v8.8" />
  </Icon>
);

export const InterpolateIcon = () => (
  <Icon>
    <path d="M2.6 12.4c1.6-5.6 3.4-6.6 5-4.4s3.6.6 5.8-5" />
    <path d="M2.6 12.4h0" strokeWidth="2" />
    <path d="M13.4 3h0" strokeWidth="2" />
  </Icon>
);

export const MotionIcon = () => (
  <Icon>
    <path d="M1.8 8h2.4l1.8-4.6 3 9.2L11 8h3.2" />
  </Icon>
);

export const DownloadIcon = () => (
  <Icon>
    <path d="M8 2.5v7.2" />
    <path d="M4.8 6.8 8 10l3.2-3.2" />
    <path d="M2.8 13.3h10.4" />
  </Icon>
);

export const UploadIcon = () => (
  <Icon>
    <path d="M8 10V2.8" />
    <path d="M4.8 5.8 8 2.6l3.2 3.2" />
    <path d="M2.8 13.3h10.4" />
  </Icon>
);

export const FileIcon = () => (
  <Icon>
    <path d="M4 2.5h5l3 3v8H4z" />
    <path d="M9 2.5v3h3" />
  </Icon>
);

export const FolderIcon = () => (
  <Icon>
    <path d="M2.2 4h4.2l1.4 1.8h6v7H2.2z" />
  </Icon>
);

export const HelpIcon = () => (
  <Icon>
    <path d="M8 1.9a6.1 6.1 0 1 0 0 12.2A6.1 6.1 0 0 0 8 1.9z" />
    <path d="M6.2 6.3A1.8 1.8 0 1 1 8.6 8c-.4.2-.6.5-.6.9v.3" />
    <path d="M8 11.4h0" strokeWidth="2" />
  </Icon>
);

export const InfoIcon = () => (
  <Icon>
    <path d="M8 1.9a6.1 6.1 0 1 0 0 12.2A6.1 6.1 0 0 0 8 1.9z" />
    <path d="M8 7.4v3.4" />
    <path d="M8 5h0" strokeWidth="2" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M8 2.4 14.2 13H1.8z" />
    <path d="M8 6.4v3.2" />
    <path d="M8 11.3h0" strokeWidth="2" />
  </Icon>
);

export const SunIcon = () => (
  <Icon>
    <path d="M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z" />
    <path d="M8 1.6v1.2" />
    <path d="M8 13.2v1.2" />
    <path d="M1.6 8h1.2" />
    <path d="M13.2 8h1.2" />
    <path d="M3.5 3.5l.8.8" />
    <path d="M11.7 11.7l.8.8" />
    <path d="M12.5 3.5l-.8.8" />
    <path d="M4.3 11.7l-.8.8" />
  </Icon>
);

export const MoonIcon = () => (
  <Icon>
    <path d="M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6a5.8 5.8 0 1 0 7 7z" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M2.8 4.4h10.4" />
    <path d="M6.2 4.2V2.8h3.6v1.4" />
    <path d="M4.2 4.6l.6 8.6h6.4l.6-8.6" />
    <path d="M6.8 7v3.8" />
    <path d="M9.2 7v3.8" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M8 3v10" />
    <path d="M3 8h10" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="M4 4l8 8" />
    <path d="M12 4l-8 8" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="M3 8.6 6.4 12 13 4.6" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="M6 3.8 10.2 8 6 12.2" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <path d="M5.6 5.6h7.6v7.6H5.6z" />
    <path d="M3.4 10.4H2.8V2.8h7.6v.6" />
  </Icon>
);

export const PasteIcon = () => (
  <Icon>
    <path d="M5.6 3.4H3.4v10h9.2v-10h-2.2" />
    <path d="M5.8 2.4h4.4v2.2H5.8z" />
  </Icon>
);

export const LockIcon = () => (
  <Icon>
    <path d="M3.8 7.2h8.4v6H3.8z" />
    <path d="M5.6 7V5a2.4 2.4 0 0 1 4.8 0v2" />
  </Icon>
);

export const FootIcon = () => (
  <Icon>
    <path d="M5.2 2.5v6.8L3.4 11v2.3h8.9c.6-1.6-.5-2.7-2.6-3.1L9 9.4V2.5" />
  </Icon>
);

export const TargetIcon = () => (
  <Icon>
    <path d="M8 3.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8z" />
    <path d="M8 1.4v4" />
    <path d="M8 10.6v4" />
    <path d="M1.4 8h4" />
    <path d="M10.6 8h4" />
  </Icon>
);

export const ResetIcon = () => (
  <Icon>
    <path d="M3 3v3.6h3.6" />
    <path d="M3.3 6.5A5.2 5.2 0 1 1 2.9 9" />
  </Icon>
);

export const RepairIcon = () => (
  <Icon>
    <path d="M12.9 4.1 10.6 6.4 9.3 5.1l2.2-2.3a3.4 3.4 0 0 0-4.5 4.3L2.6 11.5l1.9 1.9L8.9 9a3.4 3.4 0 0 0 4-4.9z" />
  </Icon>
);

export const SparkleIcon = () => (
  <Icon>
    <path d="M7 2.6 8.3 6.7 12.4 8 8.3 9.3 7 13.4 5.7 9.3 1.6 8l4.1-1.3z" />
    <path d="M12.6 2.2v2.6" />
    <path d="M11.3 3.5h2.6" />
  </Icon>
);

export const DiceIcon = () => (
  <Icon>
    <path d="M3 3h10v10H3z" />
    <path d="M5.8 5.8h0" strokeWidth="2" />
    <path d="M10.2 10.2h0" strokeWidth="2" />
    <path d="M8 8h0" strokeWidth="2" />
    <path d="M10.2 5.8h0" strokeWidth="2" />
    <path d="M5.8 10.2h0" strokeWidth="2" />
  </Icon>
);

export const CameraIcon = () => (
  <Icon>
    <path d="M2 4.8h2.8l1-1.6h4.4l1 1.6H14v8H2z" />
    <path d="M8 6.4a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z" />
  </Icon>
);

export const VideoIcon = () => (
  <Icon>
    <path d="M2.4 3.4h11.2v9.2H2.4z" />
    <path d="M5.2 3.4v9.2" />
    <path d="M10.8 3.4v9.2" />
    <path d="M2.4 6.4h2.8" />
    <path d="M2.4 9.6h2.8" />
    <path d="M10.8 6.4h2.8" />
    <path d="M10.8 9.6h2.8" />
  </Icon>
);

export const FrameIcon = () => (
  <Icon>
    <path d="M2.6 5.4V2.6h2.8" />
    <path d="M10.6 2.6h2.8v2.8" />
    <path d="M13.4 10.6v2.8h-2.8" />
    <path d="M5.4 13.4H2.6v-2.8" />
  </Icon>
);

export const MoveIcon = () => (
  <Icon>
    <path d="M8 2v12" />
    <path d="M2 8h12" />
    <path d="M6.2 3.8 8 2l1.8 1.8" />
    <path d="M6.2 12.2 8 14l1.8-1.8" />
    <path d="M3.8 6.2 2 8l1.8 1.8" />
    <path d="M12.2 6.2 14 8l-1.8 1.8" />
  </Icon>
);

export const RotateIcon = () => (
  <Icon>
    <path d="M13.2 8A5.2 5.2 0 1 1 11 3.7" />
    <path d="M11.6 1.4 11.3 4l-2.6-.3" />
  </Icon>
);

export const HandIcon = () => (
  <Icon>
    <path d="M5.4 8.4V4a1 1 0 0 1 2 0v3" />
    <path d="M7.4 6.6V3a1 1 0 0 1 2 0v3.8" />
    <path d="M9.4 6.8V4.2a1 1 0 0 1 2 0V9.6c0 2.6-1.4 4-3.6 4-2 0-3-.8-4-2.6L2.6 8.6c-.4-.9.9-1.6 1.6-.7l1.2 1.5" />
  </Icon>
);

export const WeightsIcon = () => (
  <Icon>
    <path d="M8 1.8c.6 2.6 3.6 4 3.6 7.2A3.6 3.6 0 0 1 8 12.6 3.6 3.6 0 0 1 4.4 9c0-1.4.7-2.2 1.4-3 .2 1 .6 1.5 1.2 1.8C6.8 5.6 7 3.4 8 1.8z" />
    <path d="M4.6 14.3h6.8" />
  </Icon>
);

export const EditIcon = () => (
  <Icon>
    <path d="M10.6 2.9l2.5 2.5-7.6 7.6-3 .500.5-3z" />
  </Icon>
);

export const HomeIcon = () => (
  <Icon>
    <path d="M2.4 8 8 2.9 13.6 8" />
    <path d="M4 6.8v6.4h8V6.8" />
  </Icon>
);

export const GhostIcon = () => (
  <Icon>
    <path d="M5.6 2.8h7.6v7.6" />
    <path d="M2.8 5.6h7.6v7.6H2.8z" />
  </Icon>
);

export const PanelIcon = () => (
  <Icon>
    <path d="M2.4 3h11.2v10H2.4z" />
    <path d="M6.6 3v10" />
  </Icon>
);
