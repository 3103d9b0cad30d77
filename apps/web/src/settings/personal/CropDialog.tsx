import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import styles from '../settings.module.css';
import { s } from '../words';
import { cropped, draw, Frame, moved } from './crop';

interface Props {
  readonly picture: ImageBitmap;
  onClose(): void;
}

const CENTER: Frame = { zoom: 1, x: 0.5, y: 0.5 };
const MAX_ZOOM = 4;
const SHOWN_PX = 256;

/** Which square of a picture becomes the profile picture: by the mouse, by touch, or by the sliders. */
export function CropDialog({ picture, onClose }: Props) {
  const { settings } = useClient();
  const { failure, run } = useAction();
  const [frame, setFrame] = useState(CENTER);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => draw(canvas.current!, picture, frame), [picture, frame]);
  const onPointerMove = ({ buttons, movementX, movementY, currentTarget }: PointerEvent) => {
    if (buttons === 0) return;
    const { clientWidth } = currentTarget as HTMLCanvasElement;
    setFrame((before) => moved(before, picture, movementX / clientWidth, movementY / clientWidth));
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void cropped(picture, frame)
      .then((file) => run(settings.setAvatar(file)))
      .then((isDone) => isDone && onClose());
  };
  return (
    <Dialog title={s.cropPicture} onClose={onClose}>
      <form class={styles.form} onSubmit={onSubmit}>
        <canvas
          ref={canvas}
          class={styles.crop}
          width={SHOWN_PX}
          height={SHOWN_PX}
          role="img"
          aria-label={s.avatar}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
        />
        <Slider
          label={s.zoom}
          least={1}
          most={MAX_ZOOM}
          value={frame.zoom}
          onChange={(zoom) => setFrame({ ...frame, zoom })}
        />
        <Slider label={s.horizontal} least={0} most={1} value={frame.x} onChange={(x) => setFrame({ ...frame, x })} />
        <Slider label={s.vertical} least={0} most={1} value={frame.y} onChange={(y) => setFrame({ ...frame, y })} />
        <DialogButtons confirm={s.save} failure={failure} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface SliderProps {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  onChange(value: number): void;
}

function Slider({ label, least, most, value, onChange }: SliderProps) {
  return (
    <label>
      {label}
      <input
        type="range"
        min={least}
        max={most}
        step={0.01}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </label>
  );
}
