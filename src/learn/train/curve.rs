//! The losses of all epochs, as a text and as a picture.

use super::trainer::Epoch;
use std::fmt::Write;

/// A table of the epochs with a bar for each validation loss; the best is marked.
pub fn text(epochs: &[Epoch]) -> String {
    let mut text = String::from("epoch   training  validation        rate\n");
    for number in 0..epochs.len() {
        text.push_str(&line(epochs, number));
        text.push('\n');
    }
    text
}

/// The widest bar.
const BAR: f64 = 40.0;

fn line(epochs: &[Epoch], number: usize) -> String {
    let epoch = &epochs[number];
    let (least, most) = bounds(epochs.iter().map(|epoch| epoch.validation_loss));
    let share = if most > least { (epoch.validation_loss - least) / (most - least) } else { 0.0 };
    let bar = "#".repeat((share * BAR) as usize + 1);
    let mark = if epoch.validation_loss <= least { " best" } else { "" };
    format!(
        "{:>5}  {:.7}   {:.7}  {:.3e}  {bar}{mark}",
        number + 1,
        epoch.training_loss,
        epoch.validation_loss,
        epoch.rate
    )
}

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 56.0;

/// A picture of the training and the validation losses, as SVG.
pub fn svg(epochs: &[Epoch]) -> String {
    let losses = epochs.iter().flat_map(|epoch| [epoch.training_loss, epoch.validation_loss]);
    let (least, most) = bounds(losses);
    let height = (most - least).max(1e-9);
    let point = |number: usize, loss: f64| {
        let x = MARGIN + (WIDTH - 2.0 * MARGIN) * number as f64 / (epochs.len().max(2) - 1) as f64;
        let y = HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - least) / height;
        (x, y)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <path d=\"M{MARGIN} {MARGIN}V{bottom}H{right}\" fill=\"none\" stroke=\"black\"/>\n",
        bottom = HEIGHT - MARGIN,
        right = WIDTH - MARGIN,
    );
    let mut label = |x: f64, y: f64, anchor: &str, colour: &str, text: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{text}</text>"
        );
    };
    if !epochs.is_empty() {
        for loss in [least, most] {
            label(MARGIN - 4.0, point(0, loss).1 + 4.0, "end", "black", &format!("{loss:.5}"));
        }
    }
    label(WIDTH - MARGIN, HEIGHT - MARGIN + 18.0, "end", "black", &format!("epoch {}", epochs.len()));
    label(MARGIN, MARGIN - 12.0, "start", "steelblue", "training loss");
    label(MARGIN + 100.0, MARGIN - 12.0, "start", "firebrick", "validation loss");
    let training: &dyn Fn(&Epoch) -> f64 = &|epoch| epoch.training_loss;
    let validation: &dyn Fn(&Epoch) -> f64 = &|epoch| epoch.validation_loss;
    for (colour, loss) in [("steelblue", training), ("firebrick", validation)] {
        let points: Vec<_> = epochs
            .iter()
            .enumerate()
            .map(|(number, epoch)| {
                let (x, y) = point(number, loss(epoch));
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
    svg.push_str("</svg>\n");
    svg
}
