//! Tables of text with aligned columns.

/// Rows of cells; the first cell of a row is aligned to the left, the others to the right.
#[derive(Default)]
pub struct Table(Vec<Vec<String>>);

impl Table {
    /// A table with a row of titles.
    pub fn new(titles: &[&str]) -> Table {
        Table(vec![titles.iter().map(|title| (*title).to_owned()).collect()])
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.push(cells.into_iter().collect());
    }

    /// The table as text, a line for each row.
    pub fn text(&self) -> String {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width =
            |column: usize| self.0.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = String::new();
        for row in &self.0 {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("  {cell:>width$}"),
            });
            text.push_str(cells.collect::<String>().trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["what", "ns"]);
        table.row(["a long name".to_owned(), "1.5".to_owned()]);
        assert_eq!(table.text(), "what          ns\na long name  1.5\n");
    }
}
