import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';

const HEIGHT = 72;
const BAR_WIDTH = 0.8;

type Props = {
  /** What it shows, for those who cannot see it. */
  name: string;
  values: readonly number[];
};

/** Bars over time, drawn on a canvas in the colour of its text. */
export function ActivityPlot({ name, values }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? draw(frame.current, values) : undefined), [values]);
  return <div className="activity-plot" role="img" aria-label={name} ref={frame} />;
}

/** @returns removes the plot */
function draw(frame: HTMLDivElement, values: readonly number[]): () => void {
  const bars = UPlot.paths.bars?.({ size: [BAR_WIDTH], align: 0 });
  const plot = new UPlot(
    {
      width: frame.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      axes: [{ show: false }, { show: false }],
      scales: {
        x: { time: false, range: [-0.5, values.length - 0.5] },
        y: { range: [0, Math.max(1, ...values)] },
      },
      series: [
        {},
        {
          fill: () => getComputedStyle(frame).color,
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        },
      ],
      padding: [0, 0, 0, 0],
    },
    [values.map((_, index) => index), [...values]],
    frame,
  );
  const resized = new ResizeObserver(() => {
    plot.setSize({ width: frame.clientWidth, height: HEIGHT });
  });
  resized.observe(frame);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const redraw = () => plot.redraw();
  dark.addEventListener('change', redraw);
  return () => {
    dark.removeEventListener('change', redraw);
    resized.disconnect();
    plot.destroy();
  };
}
